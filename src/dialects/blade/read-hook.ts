import { formatPath } from '../../base/json/format-path.ts'
import { compileIf } from '../../match/index.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import { type FailureClass, failureClasses } from '../../protocol/failure.ts'
import type { HandlerSpec, Hook, ProcessOptions } from '../../protocol/hook.ts'
import type { HookCallback } from '../../protocol/hook-callback.ts'
import type { Condition, Matcher } from '../../protocol/matcher.ts'
import type { HookEntry, HooksConfig, ProcessEntry, WatchEntry } from '../../protocol/native-config.ts'
import type { Path } from '../../protocol/schema/check.ts'
import { parseDuration } from '../../protocol/schema/duration.ts'
import { assembleHook } from '../assemble-hook.ts'
import { checkText, checkUrl } from '../check-text.ts'
import type { ReadingNotes } from '../reading-notes.ts'
import { type FailureDefaults, resolveOnFailure } from '../resolve-on-failure.ts'
import { blade } from './dialect.ts'

/** What a file says for all its hooks. */
export interface FileDefaults extends FailureDefaults {
  timeoutMs: number
  enabled: boolean
}

/** Where a hook stands: its event, its path, and the path of the hooks section. */
export interface HookPosition {
  event: EventName
  path: Path
  base: Path
  /** Undefined when the group's matcher was refused. */
  matcher: Matcher | undefined
}

interface HookReading extends HookPosition {
  defaults: FileDefaults
  notes: ReadingNotes
}

/** What a native configuration says for all its hooks, seed defaults filled in. */
export function readFileDefaults(config: HooksConfig): FileDefaults {
  return {
    timeoutMs: parseDuration(config.defaultTimeout ?? 60, 'seconds')!,
    enabled: config.enabled ?? true,
    timeoutBehavior: config.timeoutBehavior ?? 'ignore',
    failureBehavior: config.failureBehavior ?? 'ignore',
    strict: config.strict ?? false,
  }
}

/** Turns one entry of a native file, its shape already checked, into a hook; undefined when it was refused. */
export function readBladeHook(entry: HookEntry | HookCallback, reading: HookReading): Hook | undefined {
  const { event, path, base, matcher, defaults, notes } = reading
  const options: HookEntry = typeof entry === 'function' ? { type: 'callback', callback: entry } : entry
  const handler = readHandler(options, path, notes)
  const condition = readCondition(options, reading)
  if (!handler || !matcher) return undefined
  const { mustDeny = [], mustAllow = [] } = options
  return assembleHook({
    id: options.id ?? `${notes.label()}#${formatPath(path.slice(base.length))}`,
    name: options.name,
    description: options.description,
    event,
    dialect: blade,
    source: notes.source(path),
    matcher,
    condition,
    handler,
    timeoutMs: options.timeout === undefined ? defaults.timeoutMs : parseDuration(options.timeout, 'seconds')!,
    async: options.async,
    once: options.once,
    shadow: options.shadow,
    recheck: options.recheck,
    onFailure: resolveOnFailure(options.onFailure, {
      ...defaults,
      strict: mustDeny.length > 0 || (defaults.strict && blade.can(event, 'block')),
    }),
    ...(options.type === 'callback' ? {} : readWatch(options)),
    leftOpen: readLeftOpen(options),
    statusMessage: options.statusMessage,
    idle: readIdle(options, defaults),
    samples: { mustDeny: [...mustDeny], mustAllow: [...mustAllow] },
  })
}

function readWatch({ budget, breaker }: WatchEntry): Pick<Hook, 'budgetMs' | 'breaker'> {
  return {
    ...(budget !== undefined && { budgetMs: parseDuration(budget, 'seconds')! }),
    ...(breaker && {
      breaker: { failures: breaker.failures ?? 5, cooldownMs: parseDuration(breaker.cooldown ?? 30, 'seconds')! },
    }),
  }
}

// A hook with samples to deny has said what its failures mean.
function readLeftOpen({ timeout, onFailure, mustDeny = [] }: HookEntry): Hook['leftOpen'] {
  const isOpen = (name: FailureClass): boolean =>
    mustDeny.length === 0 &&
    (onFailure === undefined || (typeof onFailure === 'object' && onFailure[name] === undefined))
  return { timeout: timeout === undefined, onFailure: failureClasses.filter(isOpen) }
}

function readIdle(options: HookEntry, defaults: FileDefaults): Hook['idle'] {
  if (options.enabled === false) return { why: 'disabled', detail: 'enabled is false' }
  return defaults.enabled ? undefined : { why: 'disabled', detail: 'enabled is false for the whole configuration' }
}

function readCondition(options: HookEntry, { event, path, notes }: HookReading): Condition | undefined {
  if (options.if === undefined) return undefined
  const place = [...path, 'if']
  if (eventDefinition(event).matches === 'toolName') return notes.attempt(place, () => compileIf(options.if!))
  notes.refuseValue(place, {
    found: `a permission rule on ${event}`,
    expected: 'none, because the event has no tool call',
    hint: 'Remove if, or move the hook to an event of tools such as PreToolUse.',
  })
  return undefined
}

function readHandler(options: HookEntry, path: Path, notes: ReadingNotes): HandlerSpec | undefined {
  switch (options.type) {
    case 'callback':
      return { type: 'callback', callback: options.callback }
    case 'prompt':
    case 'agent': {
      if (!checkText(options.prompt, [...path, 'prompt'], notes)) return undefined
      const { type, prompt, model } = options
      const tools = options.type === 'agent' ? options.tools : undefined
      return { type, prompt, ...(model !== undefined && { model }), ...(tools && { tools: [...tools] }) }
    }
    case 'http': {
      const { type, url, headers = {}, allowedEnvVars, allowedHosts, maxRetries, allow204 } = options
      if (!checkUrl(url, [...path, 'url'], notes)) return undefined
      return {
        type,
        url,
        headers: { ...headers },
        ...(allowedEnvVars && { allowedEnvVars: [...allowedEnvVars] }),
        ...(allowedHosts && { allowedHosts: [...allowedHosts] }),
        ...(maxRetries !== undefined && { maxRetries }),
        ...(allow204 !== undefined && { allow204 }),
      }
    }
    case 'worker':
      if (!checkText(options.command, [...path, 'command'], notes)) return undefined
      return { type: 'worker', command: options.command, ...readProcess(options) }
    default:
      return readCommand(options, path, notes)
  }
}

type CommandEntry = { command?: string; exec?: string; args?: string[] } & ProcessEntry

function readCommand(entry: CommandEntry, path: Path, notes: ReadingNotes): HandlerSpec | undefined {
  const { command, exec, args } = entry
  if (command !== undefined && exec !== undefined) {
    notes.refuseValue([...path, 'exec'], {
      found: 'both command and exec',
      expected: 'one of them',
      hint: 'Remove one of the two.',
    })
  } else if (command !== undefined && args !== undefined) {
    notes.refuseValue([...path, 'args'], {
      found: 'args beside command',
      expected: 'args beside exec',
      hint: 'Name the program under exec, or write the arguments into command.',
    })
  } else if (command !== undefined) {
    if (!checkText(command, [...path, 'command'], notes)) return undefined
    return { type: 'command', run: { shell: command }, ...readProcess(entry) }
  } else if (exec !== undefined) {
    if (!checkText(exec, [...path, 'exec'], notes)) return undefined
    return { type: 'command', run: { exec, args: [...(args ?? [])] }, ...readProcess(entry) }
  } else {
    notes.refuseMissing([...path, 'command'], { expected: 'a command line, or a program under exec' })
  }
  return undefined
}

function readProcess({ cwd, env, passEnv, reap }: ProcessEntry): ProcessOptions {
  return {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...env } }),
    ...(passEnv && { passEnv: [...passEnv] }),
    ...(reap && { reap }),
  }
}
