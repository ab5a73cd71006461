import type { DialectName } from '../protocol/dialect.ts'

/** How the words of a hook that keeps the agent working reach the model, in the form of the hook's own product. */
export function stopFeedback(reason: string, dialect: DialectName | undefined): string {
  switch (dialect) {
    case 'kimi':
      return `[Hook blocked stop: ${reason}]`
    case 'claude':
      return `[System] Stop blocked: ${reason}. Please address this issue.`
    default:
      return `A hook keeps you working: ${reason}`
  }
}

/** Context that hooks added, marked as theirs so that the model does not take it for the user's words. */
export function hookContext(context: readonly string[]): string {
  return `<hook-context>\n${context.join('\n\n').replaceAll('</hook-context>', '<\\/hook-context>')}\n</hook-context>`
}
