import type { Meaning } from './answer-field.ts'

type Spelt = Exclude<Meaning, object>

/**
 * Every spelling under which the documents write an answer. All are understood in every dialect, at top level and inside
 * `hookSpecificOutput`. Switches such as `blockCompletion` belong to one event and stand in its row of the event table.
 */
export const answerSpellings: Readonly<Record<string, Spelt>> = {
  permissionDecision: 'decision',
  decision: 'decision',
  permissionDecisionReason: 'reason',
  reason: 'reason',
  continueReason: 'reason',
  blockReason: 'reason',
  updatedInput: 'input',
  modified_input: 'input',
  modifiedInput: 'input',
  updatedOutput: 'output',
  modifiedOutput: 'output',
  updatedToolOutput: 'output',
  updatedPrompt: 'prompt',
  additionalContext: 'context',
  additional_context: 'context',
  contextInjection: 'context',
  env: 'env',
}

/** Fields that every event understands at top level only. */
export const topLevelFields = [
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'hookSpecificOutput',
] as const

/** Fields that callbacks may use beside all others. */
export const actionWords = ['continue', 'skip', 'abort'] as const
