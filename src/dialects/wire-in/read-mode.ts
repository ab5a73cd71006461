import { type PermissionMode, permissionModes } from '../../protocol/common-input.ts'
import { describe } from '../../protocol/schema/check.ts'
import { claudeModes } from '../claude/names.ts'
import type { WireReading } from './wire-reading.ts'

const nativeModes = new Map(Object.entries(claudeModes).map(([native, word]) => [word, native as PermissionMode]))

/** Claude's words for the permission modes become ours. A mode that is not known is read as the default one, and told. */
export function readMode(input: Record<string, unknown>, { warnings }: WireReading): void {
  const mode = input['permissionMode']
  if (typeof mode !== 'string' || permissionModes.includes(mode as PermissionMode)) return
  const native = nativeModes.get(mode)
  if (native === undefined) warnings.push(`permission_mode is ${describe(mode)}, which is not known; read as "default"`)
  input['permissionMode'] = native ?? 'default'
}
