import { tell } from '../engine/run.ts'
import type { Observer } from '../protocol/ports.ts'
import type { RecordLog } from '../protocol/records.ts'

/** Watches for records that could not be written, and tells it once for every reason. */
export function createLossAlarm(log: RecordLog, alarm: Observer): Observer {
  const told = new Set<string>()
  return (step) => {
    if (step.type !== 'eventEnd' && step.type !== 'eventStart') return
    const { count, reason } = log.losses()
    if (count === 0 || reason === null || told.has(reason)) return
    told.add(reason)
    const message = `Records of what hooks decide cannot be written: ${reason}. ${count} ${count === 1 ? 'is' : 'are'} lost so far.`
    const hint = `Make room, or choose another state folder with XDG_STATE_HOME. With \`audit: 'required'\` calls would be denied instead.`
    tell(alarm, () => ({ type: 'notice', code: 'RECORDS_LOST', message, hint, sessionId: step.sessionId }))
  }
}
