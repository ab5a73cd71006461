import type { ObservedStep, Observer } from '../protocol/ports.ts'

/** Without an observer nothing may fail silently: gates that opened and hooks that can never run become process warnings, once each. */
export function createWarningObserver(emit: (message: string, code: string) => void = emitProcessWarning): Observer {
  const told = new Set<string>()
  return (step) => {
    const warning = warningOf(step)
    if (!warning || told.has(warning.key)) return
    told.add(warning.key)
    emit(warning.message, warning.code)
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

function emitProcessWarning(message: string, code: string): void {
  process.emitWarning(message, { type: 'HooklineWarning', code })
}
