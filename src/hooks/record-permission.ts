import { describeThrown } from '../base/describe-thrown.ts'
import type { NewRecord, PermissionBody } from '../protocol/records.ts'
import { digestOf } from './approval.ts'
import { type Permission, refuse } from './permission-answer.ts'
import type { PendingCall, ToolScope } from './tool-chain.ts'

/** Milliseconds that a call waits for the record of its permission to be on disk. */
const patienceMs = 10_000

/**
 * Records what was decided about a call. With `audit: 'required'` a call that was granted waits until that is on disk for good,
 * and is refused when it cannot be.
 */
export async function recordPermission(
  call: PendingCall,
  permission: Permission,
  { session, engine }: ToolScope,
): Promise<Permission> {
  if (!engine.records) return permission
  const { log, audit } = engine.records
  const body = describePermission(call, permission)
  const record: NewRecord = { sessionId: session.id, firing: null, at: engine.clock.now(), kind: 'permission', body }
  if (audit !== 'required' || !permission.granted) {
    log.append(record)
    return permission
  }
  try {
    await inTime(log.appendDurably(record))
    return permission
  } catch (error) {
    return refuse(`audit unavailable: ${describeThrown(error)}`, 'audit')
  }
}

function describePermission(call: PendingCall, permission: Permission): PermissionBody {
  const allowed = call.verdicts.findLast(({ decision }) => decision === 'allow')
  const { reason, decidedBy } = permission.granted
    ? { reason: allowed?.reason ?? null, decidedBy: allowed?.decidedBy ?? null }
    : permission
  return {
    toolName: call.name,
    toolUseId: call.id,
    granted: permission.granted,
    decidedBy,
    reason,
    inputDigest: digestOf(call.input),
  }
}

function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new Error(`the store did not answer within ${patienceMs / 1000} s`))
    timer = setTimeout(fail, patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
