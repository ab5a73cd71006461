import { stringify } from 'smol-toml'
import type { EventName } from '../../../src/index.ts'
import type { Case, Config, ConfigFile, Expected, Fields, FireStep } from './case.ts'

/** A command that reads its input, prints the value (text as it is, anything else as JSON) and exits with 0. */
export function prints(value: unknown): string {
  return ends(0, { out: value })
}

/** A command that reads its input, writes what it is given and exits with the code. */
export function ends(code: number, { out, err }: { out?: unknown; err?: unknown } = {}): string {
  const print = (value: unknown): string =>
    `printf %s ${quote(typeof value === 'string' ? value : JSON.stringify(value))}`
  return [
    'cat >/dev/null',
    ...(out === undefined ? [] : [print(out)]),
    ...(err === undefined ? [] : [`${print(err)} >&2`]),
    ...(code === 0 ? [] : [`exit ${code}`]),
  ].join('; ')
}

/** A command that keeps its input in a file. */
export function dumps(file: string): string {
  return `cat > ${file}.part && mv ${file}.part ${file}`
}

/** A text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A native configuration with one group without a matcher. */
export function on(event: EventName, ...hooks: (string | Fields)[]): Config {
  return onMatch(event, undefined, ...hooks)
}

/** The same with a matcher. Hooks given as text are commands, named `h1`, `h2` and so on. */
export function onMatch(event: EventName, matcher: unknown, ...hooks: (string | Fields)[]): Config {
  return { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: hooks.map(nameHook) }] }
}

function nameHook(hook: string | Fields, index: number): Fields {
  return typeof hook === 'string' ? { id: `h${index + 1}`, type: 'command', command: hook } : hook
}

/** Several events in one configuration; their unnamed hooks are named after the event. */
export function together(...configs: Config[]): Config {
  const rename = (event: string) => (item: Fields) => {
    const isUnnamed = /^h\d$/.test(String(item['id']))
    return isUnnamed ? { ...item, id: `${event}-${item['id']}` } : item
  }
  const events = configs.flatMap((config) => Object.entries(config)) as [string, { hooks: Fields[] }[]][]
  return Object.fromEntries(
    events.map(([event, groups]) => [
      event,
      groups.map((group) => ({ ...group, hooks: group.hooks.map(rename(event)) })),
    ]),
  )
}

/** A hook in the native form. */
export function hook(id: string, command: string, options: Fields = {}): Fields {
  return { id, type: 'command', command, ...options }
}

/** A native file in JSON. */
export function nativeFile(config: object, file = 'hookline.json'): ConfigFile {
  return { dialect: 'blade', text: JSON.stringify(config, null, 2), file }
}

/** A settings file of Claude Code with one command for an event. */
export function claudeHook(event: string, command: string, options: Fields = {}): ConfigFile {
  const { matcher, ...entry } = options
  return claudeFile({
    hooks: {
      [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, ...entry }] }],
    },
  })
}

export function claudeFile(settings: object, file = 'settings.json'): ConfigFile {
  return { dialect: 'claude', text: JSON.stringify(settings, null, 2), file }
}

/** Kimi's tables: hooks by event. */
export function kimiHooks(hooks: Record<string, Fields[]>, file = 'config.toml'): ConfigFile {
  return { dialect: 'kimi', text: stringify({ hooks }), file }
}

/** Kimi's tables with one command for an event. */
export function kimiHook(event: string, command: string, options: Fields = {}): ConfigFile {
  return kimiHooks({ [event]: [{ command, ...options }] })
}

/** Kimi's official list. */
export function officialHooks(...hooks: Fields[]): ConfigFile {
  return { dialect: 'kimi-official', text: stringify({ hooks }), file: 'config.toml' }
}

/** Input fields of a call of the shell tool. */
export function bash(command: string): Fields {
  return call('Bash', { command })
}

/** Input fields of a tool call. */
export function call(toolName: string, toolInput: Fields = {}): Fields {
  return { toolName, toolUseId: 'toolu_1', toolInput }
}

export const deny = (reason: string): Expected => ({ decision: 'deny', reason })

/** A command that blocks: it shows that a hook ran. */
export const block = ends(2, { err: 'hit' })

/** A call that the blocking hook is for. */
export function hits(input: Fields, event: EventName = 'PreToolUse'): FireStep {
  return { fire: event, input, expect: deny('hit') }
}

/** A call that it is not for. */
export function misses(input: Fields, event: EventName = 'PreToolUse'): FireStep {
  return { fire: event, input, expect: {} }
}

/** An answer inside `hookSpecificOutput`. */
export function specific(fields: Fields): Fields {
  return { hookSpecificOutput: fields }
}

/** Numbers the cases of a section of the specification. */
export function numbered(section: string, cases: Omit<Case, 'id' | 'basis'>[]): Case[] {
  return cases.map((item, index) => ({ ...item, id: `${section}.${index + 1}`, basis: 'S' }))
}
