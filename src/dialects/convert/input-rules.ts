import { escapePattern } from './escape-pattern.ts'
import type { ValueTest } from './matcher-test.ts'

const literal = /^[^\\^$.*+?()[\]{}]+$/
const fileTools: ReadonlySet<string> = new Set(['Read', 'Write', 'Edit', 'MultiEdit'])

/**
 * Permission rules that ask nearly what a pattern searched in the input asks: texts in a shell command, endings of a
 * file's name. Undefined when there are none.
 */
export function guessRules(pattern: string, value: ValueTest): string[] | undefined {
  if (value.kind !== 'names') return undefined
  const { names } = value
  if (names.every((name) => name === 'Bash') && literal.test(pattern)) {
    return pattern.split('|').map((text) => `Bash(*${text}*)`)
  }
  const ending = /^\\\.(?:(\w+)|\(\??:?([\w|]+)\))\$$/.exec(pattern)
  if (!ending || !names.every((name) => fileTools.has(name))) return undefined
  const endings = (ending[1] ?? ending[2]!).split('|')
  return names.flatMap((name) => endings.map((text) => `${name}(**/*.${text})`))
}

/** A permission rule as a tool and a pattern to search in its input; undefined when it cannot be put so. */
export function guessPattern(rule: string): { tools: string[]; pattern?: string } | undefined {
  const parts = /^\s*([\w|-]+)\s*(?:\(([\s\S]+)\))?\s*$/.exec(rule)
  if (!parts) return undefined
  const tools = parts[1]!.split('|')
  const glob = parts[2]
  if (glob === undefined || glob.trim() === '*') return { tools }
  if (glob.startsWith('domain:')) return { tools, pattern: escapePattern(glob.slice('domain:'.length)) }
  if (tools.every((tool) => fileTools.has(tool))) return { tools, pattern: writePathPattern(glob) }
  return tools.every((tool) => tool === 'Bash') ? { tools, pattern: writeCommandPattern(glob) } : undefined
}

// `git push *` and `git push:*` are the command with anything behind it, which a search finds by its beginning.
function writeCommandPattern(glob: string): string {
  const core = glob.replace(/(?: |:)\*$/, '').replace(/^\*+|\*+$/g, '')
  return core.split('*').map(escapePattern).join('.*')
}

function writePathPattern(glob: string): string {
  const isOpenStart = glob.startsWith('**/') || !glob.startsWith('/')
  const body = glob.replace(/^\*\*\//, '').replace(/^\.\//, '')
  const isOpenEnd = body.endsWith('/**')
  const core = (isOpenEnd ? body.slice(0, -2) : body)
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => globParts[part] ?? escapePattern(part))
    .join('')
  return `${isOpenStart ? '(?:^|/)' : '^'}${core}${isOpenEnd ? '' : '$'}`
}

const globParts: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
