import { readConfig } from '../../src/dialects/index.ts'
import type { DialectName } from '../../src/protocol/dialect.ts'
import type { EventName } from '../../src/protocol/event-types.ts'
import type { FullInput } from '../../src/protocol/full-input.ts'
import type { Hook } from '../../src/protocol/hook.ts'

/** A hook as its dialect would read it: options of a native entry, or a whole group. */
export function makeHook(
  options: Record<string, unknown> = {},
  event: EventName = 'PreToolUse',
  matcher?: string,
): Hook {
  const entry = { command: 'true', ...options }
  if (options['callback'] || options['exec'] || options['prompt']) delete (entry as { command?: string }).command
  return onlyHook('blade', { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [entry] }] })
}

/** The one hook of a configuration in any dialect. */
export function onlyHook(dialect: DialectName, config: unknown): Hook {
  const { hooks, problems } = readConfig(dialect, config, { layer: 'code', trusted: true })
  if (problems[0]) throw problems[0]
  if (hooks.length !== 1) throw new Error(`expected one hook, got ${hooks.length}`)
  return hooks[0]!
}

/** A full input of an event, with the given fields. */
export function makeInput(event: EventName = 'PreToolUse', fields: Record<string, unknown> = {}): FullInput {
  const tool = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
  return {
    event,
    hookEventName: event,
    sessionId: 's1',
    hookExecutionId: 'r1',
    timestamp: '2026-01-15T10:30:00.000Z',
    projectDir: '/p',
    cwd: '/p',
    permissionMode: 'default',
    ...(event.includes('Tool') || event === 'PermissionRequest' ? tool : {}),
    ...fields,
  }
}
