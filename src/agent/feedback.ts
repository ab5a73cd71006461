import type { DialectName } from '../protocol/dialect.ts'

/** How the words of a hook that keeps the agent working reach the model, in the form of the hook's own product. */
export function stopFeedback(reason: string, dialect: DialectName | undefined): string {
  const isFramed = reason.includes('\n')
  switch (dialect) {
    case 'kimi':
      return isFramed ? `[Hook blocked stop]\n${reason}` : `[Hook blocked stop: ${reason}]`
    case 'claude':
      return isFramed
        ? `[System] Stop blocked:\n${reason}\nPlease address this issue.`
        : `[System] Stop blocked: ${reason}. Please address this issue.`
    default:
      return isFramed ? `A hook keeps you working:\n${reason}` : `A hook keeps you working: ${reason}`
  }
}
