import { type FilesLook, recallEvents } from '../../config/known-files.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { isHarmlessCall } from '../../hooks/protect/harmless-call.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { lineageVariable } from '../../store/lineage-token.ts'
import type { FireFlags } from './fire-flags.ts'

/**
 * Whether nothing can come of an event, so that no hook has to be loaded: the same files had nothing for it and nothing to
 * announce when they were read before, it is no call that the built-in guard would look at, and there is nothing to tell about
 * the event itself. False says nothing.
 */
export function isQuiet(event: WireEvent, flags: FireFlags, look: FilesLook): boolean {
  if (!event.hosted || event.warnings.length > 0) return false
  // What these say is said by who loads the hooks.
  if (flags.debug || flags['trust-hooks'].length > 0 || (flags.dialect !== undefined && flags.config.length === 0))
    return false
  if (process.env[lineageVariable] !== undefined) return false
  const { toolName, toolInput = {} } = event.input
  if (!isRecord(toolInput)) return false
  const isCall = event.event === HookEvent.PreToolUse && typeof toolName === 'string'
  if (isCall && !isHarmlessCall({ toolName, toolInput })) return false
  return recallEvents(look)?.includes(event.event) === false
}
