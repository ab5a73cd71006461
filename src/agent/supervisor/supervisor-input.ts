import { toWireFields } from '../../dialects/wire-fields.ts'
import type { FullInput } from '../../protocol/full-input.ts'

/** An event as the supervisor reads it on its standard input, whatever dialect its hook was written in. */
export function toSupervisorInput(input: object): string {
  const full = input as FullInput
  return JSON.stringify({ hook_event_name: full.event, ...toWireFields(full) })
}
