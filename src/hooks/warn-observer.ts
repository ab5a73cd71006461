import { createRedactor, type Redactor } from '../base/redact.ts'
import type { ObservedStep, Observer } from '../protocol/ports.ts'

/**
 * Without an observer nothing may fail silently: gates that opened and hooks that can never run become process warnings, once
 * each, with secrets hidden.
 */
export function createWarningObserver(known: Parameters<typeof createRedactor>[0] = {}): Observer {
  const told = new Set<string>()
  let redactor: Redactor | undefined
  return (step) => {
    const warning = warningOf(step)
    if (!warning || told.has(warning.key)) return
    told.add(warning.key)
    redactor ??= createRedactor(known)
    process.emitWarning(redactor.text(warning.message), { type: 'HooklineWarning', code: warning.code })
  }
}

function warningOf(step: ObservedStep): { key: string; message: string; code: string } | undefined {
  switch (step.type) {
    case 'failedOpen':
      return {
        key: `open:${step.hook.id}`,
        code: 'HOOKLINE_FAILED_OPEN',
        message: `Hook ${step.hook.id} failed open on ${step.event} (${step.class}): ${step.message}`,
      }
    case 'hookIdle':
      return {
        key: `idle:${step.hook.id}`,
        code: 'HOOKLINE_SKIPPED',
        message: `Hook ${step.hook.id} does not run: ${step.why}`,
      }
    case 'notice':
      return {
        key: `notice:${step.message}`,
        code: 'HOOKLINE_NOTICE',
        message: step.hint ? `${step.message} ${step.hint}` : step.message,
      }
    default:
      return undefined
  }
}
