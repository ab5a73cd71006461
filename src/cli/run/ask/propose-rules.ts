import { dirname, relative } from 'node:path'
import { evaluatePermissions, listTouchedPaths, parsePermissions } from '../../../match/index.ts'
import { parseCommand, type SimpleCommand } from '../../../shell/index.ts'
import { programFacts, subcommandPrograms } from './program-facts.ts'

/** A call that somebody may want to allow for good. */
export interface ProposedCall {
  toolName: string
  input: Readonly<Record<string, unknown>>
  cwd: string
}

/**
 * The permission rules that would let calls like this one run: for the shell a prefix where that is harmless, else the command
 * as it stands; for files the folder; for pages the host; otherwise the tool. Null when no rule would cover the call.
 */
export function proposeRules(call: ProposedCall): string[] | null {
  return listProposals(call).find((rules) => covers(rules, call)) ?? null
}

// Whatever is proposed is tried before it is offered: a rule that would not hold is no promise to make.
function covers(rules: readonly string[], { toolName, input, cwd }: ProposedCall): boolean {
  if (rules.length === 0) return false
  try {
    const verdict = evaluatePermissions(parsePermissions({ allow: rules }), { toolName, toolInput: { ...input }, cwd })
    return verdict.decision === 'allow'
  } catch {
    return false
  }
}

function listProposals(call: ProposedCall): string[][] {
  const { toolName, input } = call
  const { command, url, file_path: file } = input
  if (toolName === 'Bash' && typeof command === 'string') return proposeForCommand(command, call)
  if (typeof file === 'string') return [[`Edit|Write(${nameFolder(file, call.cwd)})`], [`${toolName}(${file})`]]
  const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined
  if (host) return [[`${toolName}(domain:${host})`]]
  return [[toolName]]
}

function nameFolder(file: string, cwd: string): string {
  const inside = relative(cwd, file)
  if (inside.startsWith('..')) return file
  const folder = dirname(inside)
  return folder === '.' ? inside : `${folder}/**`
}

const mostRules = 3

function proposeForCommand(text: string, call: ProposedCall): string[][] {
  const { complete, commands } = parseCommand(text)
  const plain = commands.filter(({ reading }) => reading === undefined)
  const prefixes = plain.map(proposePrefix)
  const rules = [...new Set(prefixes.filter((rule) => rule !== undefined))]
  const whole = /[\n*]/.test(text) ? [] : [[`Bash(${text.trim()})`]]
  const writes = listTouchedPaths({ toolName: 'Bash', toolInput: { command: text }, cwd: call.cwd }).some(
    ({ access }) => access === 'write',
  )
  const isGeneral = complete && !writes && rules.length <= mostRules && !prefixes.includes(undefined)
  return isGeneral ? [rules, ...whole] : whole
}

function proposePrefix({ words, via }: SimpleCommand): string | undefined {
  const [program, ...rest] = words.map((word) => (word.glob ? null : word.value))
  if (program == null || via.length > 0 || programFacts.risky.test(program)) return undefined
  const levels = subcommandPrograms[program]
  if (levels === undefined) return isPlain(program) ? `Bash(${program} *)` : undefined
  const [sub, below] = rest
  if (sub == null || !/^[a-z][\w:@./-]*$/i.test(sub) || levels.risky?.test(sub)) return undefined
  if (!levels.nested?.test(sub)) return `Bash(${program} ${sub} *)`
  return below != null && isPlain(below) ? `Bash(${program} ${sub} ${below} *)` : undefined
}

function isPlain(word: string): boolean {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-')
}
