import type { PermissionResult } from './permission-types.ts'

/** Whether a call may run. */
export type Permission =
  | { granted: true }
  | { granted: false; reason: string; decidedBy: string | null; interrupt: boolean }

/** A refusal that lets the turn go on. */
export function refuse(reason: string, decidedBy: string | null): Permission & { granted: false } {
  return { granted: false, reason, decidedBy, interrupt: false }
}

/** Settles with the value, or rejects as soon as the signal fires. */
export function orAbort<T>(value: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(new Error('aborted by the caller'))
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted by the caller'))
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The answer of an approver, or undefined when it is none. */
export function readPermissionResult(answer: unknown): PermissionResult | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { behavior, updatedInput, message, interrupt } = answer as Record<string, unknown>
  if (behavior === 'ask') return { behavior }
  if (behavior === 'deny') {
    const told = typeof message === 'string' && message.trim() !== ''
    return { behavior, ...(told && { message }), ...(interrupt === true && { interrupt }) }
  }
  if (behavior !== 'allow') return undefined
  if (updatedInput === undefined) return { behavior }
  const isObject = typeof updatedInput === 'object' && updatedInput !== null && !Array.isArray(updatedInput)
  return isObject ? { behavior, updatedInput: updatedInput as Record<string, unknown> } : undefined
}
