import type { BrokenResult } from '../../protocol/raw-result.ts'

/** The result of a command that could not be started, or could not have answered. */
export function cannotStart(message: string, hint?: string): BrokenResult {
  return { kind: 'broken', class: 'spawn', message, ...(hint !== undefined && { hint }) }
}
