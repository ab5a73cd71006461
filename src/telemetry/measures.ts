import type { Meter } from '@opentelemetry/api'
import type { Observer } from '../protocol/ports.ts'

/** Counts and times what hooks do. */
export function createMeasures(meter: Meter): Observer {
  const runs = meter.createHistogram('hookline.hook.duration', { unit: 's', description: 'Time of one run of a hook.' })
  const events = meter.createHistogram('hookline.event.duration', {
    unit: 's',
    description: 'Time from the firing of an event to its verdict.',
  })
  const opened = meter.createCounter('hookline.hook.failed_open', {
    unit: '{run}',
    description: 'Gates that broke and let the call through.',
  })
  return (step) => {
    if (step.type === 'hookEnd') {
      runs.record(step.ms / 1000, {
        'hook.event': step.event,
        'hook.id': step.hook.id,
        'hook.handler': step.hook.handler.type,
        'hook.status': step.status,
        'hook.decision': step.decision ?? 'none',
        ...(step.class && { 'error.type': step.class }),
      })
    }
    if (step.type === 'eventEnd') {
      events.record(step.ms / 1000, { 'hook.event': step.event, 'hook.decision': step.verdict.decision ?? 'none' })
    }
    if (step.type === 'failedOpen') opened.add(1, { 'hook.id': step.hook.id, 'error.type': step.class })
  }
}
