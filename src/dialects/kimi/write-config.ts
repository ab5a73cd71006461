import { eventDefinition } from '../../protocol/event-types.ts'
import type { HandlerSpec } from '../../protocol/hook.ts'
import { Impossible, type Weaken } from '../convert/fidelity.ts'
import { guessPattern } from '../convert/input-rules.ts'
import type { SourceEntry } from '../convert/source-entry.ts'
import type { TargetWriter } from '../convert/target-writer.ts'
import { writeShellCommand } from '../convert/write-command.ts'
import { describePolicies, fitTimeout, refuseShadow, tellLostWords } from '../convert/write-options.ts'
import { matchesValue, writeKimiTool } from '../convert/write-pattern.ts'
import { kimi } from './dialect.ts'

/** Writes hooks for Kimi's tables. */
export const kimiWriter: TargetWriter = {
  dialect: kimi,
  agent: 'Kimi',
  canDisable: false,
  sets: (variable) => variable.startsWith('KIMI_'),
  blocks: (event) => kimi.can(event, 'block'),
  write(entry, { event, weaken }) {
    refuseShadow(entry)
    const { hook } = entry
    tellLostWords(entry, ['id', 'name', 'description'], weaken)
    const name = entry.id ?? entry.name
    const matcher = writeMatcher(entry, weaken)
    const timeout = fitTimeout(hook, { standard: 30_000, shortest: 100, longest: 600_000 }, weaken)
    if (hook.once) weaken('once is lost: the hook runs every time')
    const written = {
      ...(name !== undefined && { name }),
      type: 'command',
      ...(matcher && { matcher }),
      command: writeCommand(hook.handler, weaken),
      ...(timeout !== undefined && { timeout }),
      ...(hook.async && { async_: true }),
      ...(hook.description !== undefined && { description: hook.description }),
      ...writePolicy(entry, weaken),
    }
    return [{ event, hook: written }]
  },
}

function writeMatcher(entry: SourceEntry, weaken: Weaken): { tool?: string; pattern?: string } | undefined {
  const { hook, matcher } = entry
  const { value } = matcher
  if (eventDefinition(hook.event).matches !== 'toolName') {
    if (value.kind !== 'all') weaken('the matcher is left out: Kimi matches tools only, so the hook runs every time')
    return undefined
  }
  const test = readTest(entry)
  if (test) {
    weaken(`${test.told} becomes a search in the text of the tool's input`)
    return {
      tool: writeKimiTool({ kind: 'names', names: test.tools })!,
      ...(test.pattern !== undefined && { pattern: test.pattern }),
    }
  }
  const tool = writeKimiTool(value)
  return tool === undefined ? undefined : { tool }
}

function readTest({ matcher, rule }: SourceEntry): { tools: string[]; pattern?: string; told: string } | undefined {
  const { value, input } = matcher
  if (input === undefined && rule === undefined) return undefined
  if (input !== undefined && rule !== undefined)
    throw new Impossible('it has an if and a matcher on the input; Kimi takes one of them')
  if (input && input.kind !== 'rules') throw new Impossible('its matcher combines tests that Kimi cannot make')
  const rules = input?.rules ?? [rule!]
  const guesses = rules.map(guessPattern)
  const isHeld = guesses.every((guess) => guess?.tools.every((tool) => matchesValue(value, tool)))
  const patterns = [...new Set(guesses.map((guess) => guess?.pattern))]
  if (!isHeld || !canShare(guesses) || (patterns.length > 1 && patterns.includes(undefined))) {
    throw new Impossible(`Kimi cannot test ${rules.join(', ')}`)
  }
  return {
    tools: [...new Set(guesses.flatMap((guess) => guess?.tools ?? []))],
    ...(patterns[0] !== undefined && { pattern: patterns.join('|') }),
    told: rules.join(', '),
  }
}

type Guess = ReturnType<typeof guessPattern>

// In one search the pattern of one tool would find the input of another, unless all have the same pattern.
function canShare(guesses: readonly Guess[]): boolean {
  const tools = new Set(guesses.map((guess) => guess?.tools.join('|')))
  return tools.size === 1 || new Set(guesses.map((guess) => guess?.pattern)).size === 1
}

const template = /\{\{[^{}]*\}\}/

function writeCommand(handler: HandlerSpec, weaken: Weaken): string {
  if (handler.type !== 'command') {
    throw new Impossible(
      `Kimi runs commands only, not ${handler.type === 'unsupported' ? handler.name : handler.type} hooks`,
    )
  }
  const command = writeShellCommand(handler, weaken)
  if (template.test(command)) throw new Impossible('Kimi would take the double braces of its command for a template')
  return command
}

function writePolicy({ hook }: SourceEntry, weaken: Weaken): Record<string, unknown> {
  const onFailure = describePolicies(hook)
  if (onFailure === undefined || hook.async || !hook.dialect.can(hook.event, 'block')) return {}
  weaken('Kimi itself lets it pass when this hook fails; Hookline honours onFailure')
  return { onFailure }
}
