import { isModelCredential } from '../../base/redact.ts'
import type { Reviewer, ReviewTask } from '../reviewer.ts'
import type { ReviewerChoice } from '../reviewer-choice.ts'
import { type ReviewerProgram, runReviewerProgram } from '../run-reviewer-program.ts'

/**
 * A reviewer that is any program: it reads the hook's own input with a `supervisor` section, and prints its answer. Like every
 * hook it sees model credentials only by name.
 */
export function createCommandReviewer(choice: ReviewerChoice & { type: 'command' }): Reviewer {
  return {
    type: 'command',
    async review(task, tools) {
      const text = await runReviewerProgram(toProgram(choice, task), tools)
      return { text, tokens: 0, informed: true, evidence: { command: choice.command } }
    },
    async explain(task) {
      const { cwd, env, stdin } = toProgram(choice, task)
      return { command: choice.command, cwd, variables: Object.keys(env).sort(), stdin: JSON.parse(stdin) }
    },
  }
}

function toProgram(choice: ReviewerChoice & { type: 'command' }, task: ReviewTask): ReviewerProgram {
  const { input, prompt, round, maxRounds, cwd, env, session } = task
  const payload = {
    ...input.fields,
    hook_event_name: input.event,
    supervisor: { version: 1, prompt, round, max_rounds: maxRounds, ...(session && { pending: session.pending }) },
  }
  return {
    name: 'the reviewer',
    command: { shell: choice.command },
    cwd,
    env: { ...pickEnvironment(env, choice.passEnv), CCC_SUPERVISOR_HOOK: '1' },
    stdin: `${JSON.stringify(payload)}\n`,
  }
}

function pickEnvironment(env: ReviewTask['env'], passEnv: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && (!isModelCredential(name) || passEnv.includes(name))) picked[name] = value
  return picked
}
