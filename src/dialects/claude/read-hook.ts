import { formatPath } from '../../base/json/format-path.ts'
import { compileIf } from '../../match/index.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import type { FailurePolicy } from '../../protocol/failure.ts'
import type { CommandSpec, HandlerSpec, Hook } from '../../protocol/hook.ts'
import type { Condition, Matcher } from '../../protocol/matcher.ts'
import type { Path } from '../../protocol/schema/check.ts'
import { parseDuration } from '../../protocol/schema/duration.ts'
import { assembleHook } from '../assemble-hook.ts'
import { checkText, checkUrl } from '../check-text.ts'
import type { ReadingNotes } from '../reading-notes.ts'
import { resolveOnFailure } from '../resolve-on-failure.ts'
import { claude } from './dialect.ts'
import { type ClaudeEntry, unusedKeys } from './entry-shape.ts'
import { writeExec } from './write-exec.ts'

/** Where a hook of a settings file stands and what is known of it already. */
export interface ClaudeHookReading {
  event: EventName
  path: Path
  base: Path
  /** Undefined when the group's matcher was refused. */
  matcher: Matcher | undefined
  enabled: boolean
  notes: ReadingNotes
}

/** Seconds of a hook that names none: programs may take long, an agent that looks around may not. */
export function defaultTimeoutSeconds(type: string | undefined): number {
  return type === 'agent' ? 60 : 600
}

/** Turns one entry of a settings file, its shape already checked, into a hook; undefined when it was refused. */
export function readClaudeHook(entry: ClaudeEntry, reading: ClaudeHookReading): Hook | undefined {
  const { event, path, base, matcher, notes } = reading
  const handler = readHandler(entry, path, notes)
  const condition = readCondition(entry.if, reading)
  announceUnused(entry, path, notes)
  if (!handler || !matcher) return undefined
  return assembleHook({
    id: `${notes.label()}#${formatPath(path.slice(base.length))}`,
    event,
    dialect: claude,
    source: notes.source(path),
    matcher,
    condition,
    handler,
    timeoutMs: parseDuration(entry.timeout ?? defaultTimeoutSeconds(entry.type), 'seconds')!,
    async: entry.async === true || entry.asyncRewake === true,
    once: entry.once,
    onFailure: resolveOnFailure(readPolicies(entry.onFailure), failOpen),
    statusMessage: entry.statusMessage,
    idle: readIdle(handler, entry, reading.enabled),
  })
}

const failOpen = { timeoutBehavior: 'ignore', failureBehavior: 'ignore', strict: false } as const

function readHandler(entry: ClaudeEntry, path: Path, notes: ReadingNotes): HandlerSpec | undefined {
  switch (entry.type) {
    case 'prompt':
    case 'agent': {
      const { type, prompt = '', model } = entry
      if (!checkText(prompt, [...path, 'prompt'], notes)) return undefined
      return { type, prompt, ...(model !== undefined && { model }) }
    }
    case 'http': {
      const { type, url = '', headers = {}, allowedEnvVars } = entry
      if (!checkUrl(url, [...path, 'url'], notes)) return undefined
      return {
        type,
        url,
        headers: { ...headers },
        ...(allowedEnvVars && { allowedEnvVars: [...allowedEnvVars] }),
        ...allowLoopback(url),
      }
    }
    case 'mcp_tool':
      return { type: 'unsupported', name: 'mcp_tool' }
    default: {
      const { command = '' } = entry
      if (!checkText(command, [...path, 'command'], notes)) return undefined
      return { type: 'command', run: readRun(command, entry) }
    }
  }
}

// In this format writing the address of one's own machine is allowing it: there is no field to say so.
function allowLoopback(url: string): { allowedHosts?: string[] } {
  const { hostname } = new URL(url)
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname) ? { allowedHosts: [hostname] } : {}
}

function readRun(command: string, { args, shell }: ClaudeEntry): CommandSpec['run'] {
  if (args) return writeExec(command, args)
  return shell === 'bash' ? { exec: 'bash', args: ['-c', command] } : { shell: command }
}

// Claude never runs such a hook; here what is unknown does not disarm a guard.
function readCondition(rule: string | undefined, { event, path, notes }: ClaudeHookReading): Condition | undefined {
  if (rule === undefined || rule.trim() === '') return undefined
  const place = [...path, 'if']
  if (eventDefinition(event).matches === 'toolName') return notes.attempt(place, () => compileIf(rule))
  notes.announce('CONFIG_INVALID_VALUE', place, {
    message: `${event} has no tool call that the rule could test: the hook runs every time.`,
    hint: 'Remove if.',
  })
  return undefined
}

function announceUnused(entry: ClaudeEntry, path: Path, notes: ReadingNotes): void {
  for (const key of unusedKeys) {
    if (!Object.hasOwn(entry, key)) continue
    notes.announce('CONFIG_INVALID_VALUE', [...path, key], {
      message: `${key} has no effect in Hookline.`,
      hint: 'The hook works without it.',
      aim: 'key',
    })
  }
  if (entry.asyncRewake === true) {
    notes.announce('CONFIG_INVALID_VALUE', [...path, 'asyncRewake'], {
      message: 'asyncRewake is read as async: the hook is not waited for and cannot wake the agent.',
      hint: 'Use async, or a hook that is waited for.',
      aim: 'key',
    })
  }
  if (entry.type === 'mcp_tool') {
    notes.announce('CONFIG_INVALID_VALUE', path, {
      message: 'Hooks of type mcp_tool are not hosted: this one never runs.',
      hint: 'Use a command or http hook.',
    })
  }
}

function readIdle(handler: HandlerSpec, entry: ClaudeEntry, enabled: boolean): Hook['idle'] {
  if (handler.type === 'unsupported')
    return { why: 'unsupported', detail: `hooks of type ${handler.name} are not hosted` }
  if (entry.shell === 'powershell') return { why: 'unsupported', detail: 'PowerShell is not hosted' }
  return enabled ? undefined : { why: 'disabled', detail: 'disableAllHooks is true' }
}

type Policies = FailurePolicy | Partial<Record<string, FailurePolicy>>

function readPolicies(own: ClaudeEntry['onFailure']): Policies | undefined {
  if (own === undefined || typeof own === 'string') return own === 'block' ? 'deny' : own
  return Object.fromEntries(Object.entries(own).map(([name, policy]) => [name, policy === 'block' ? 'deny' : policy]))
}
