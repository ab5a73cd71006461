import { describeMoment } from '../describe-moment.ts'
import { type DescribedWork, describeWork } from '../describe-work.ts'
import type { Reviewer, ReviewReply, ReviewTask, ReviewTools } from '../reviewer.ts'
import type { ReviewerChoice } from '../reviewer-choice.ts'
import { type ReviewerProgram, runReviewerProgram } from '../run-reviewer-program.ts'

/**
 * A reviewer that is the user's own Claude Code: a fork of the session, which knows all that happened and leaves the session
 * itself as it is. Of a session that is not Claude Code's own it is told what was done. It may look and run what its settings
 * allow, not edit.
 */
export function createClaudeReviewer(choice: ReviewerChoice & { type: 'claude' }, executable: string): Reviewer {
  return {
    type: 'claude',
    async review(task, tools) {
      const work = await describeFor(task, tools)
      const reply = readReply(await runReviewerProgram(toProgram(choice, { executable, task, work }), tools))
      return { ...reply, informed: work.informed }
    },
    async explain(task, tools) {
      const work = await describeFor(task, tools)
      const { command, cwd, env, stdin } = toProgram(choice, { executable, task, work })
      return { ...command, cwd, variables: Object.keys(env).sort(), stdin }
    },
  }
}

async function describeFor(task: ReviewTask, tools: ReviewTools): Promise<Pick<DescribedWork, 'text' | 'informed'>> {
  return task.session ? describeWork(task, tools) : { text: describeMoment(task.input), informed: true }
}

const forbiddenTools = 'Edit,Write,NotebookEdit,AskUserQuestion'

function toProgram(
  { model, args }: ReviewerChoice & { type: 'claude' },
  { executable, task, work }: { executable: string; task: ReviewTask; work: { text: string } },
): ReviewerProgram {
  const { input, prompt, cwd, env, session } = task
  // It would be read as a flag, and flags of Claude Code can switch its permissions off.
  if (input.sessionId.startsWith('-') || input.sessionId.includes('\0'))
    throw new Error(
      'Claude Code cannot resume a session of this id; have another reviewer look at it, such as --reviewer model',
    )
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value !== undefined) variables[name] = value
  return {
    name: 'Claude Code',
    command: {
      exec: executable,
      args: [
        '-p',
        ...(session ? [] : ['--resume', input.sessionId, '--fork-session']),
        ...['--output-format', 'json'],
        ...['--disallowedTools', forbiddenTools],
        ...(model === undefined ? [] : ['--model', model]),
        ...args,
      ],
    },
    cwd,
    env: { ...variables, CCC_SUPERVISOR_HOOK: '1' },
    stdin: `${prompt}\n\n${work.text}\n`,
  }
}

/** Reads the result in any of the forms in which Claude Code prints one: an object, a list or lines of messages, or text. */
function readReply(output: string): ReviewReply {
  const result = listMessages(output).findLast((message) => message['type'] === 'result')
  if (result === undefined) return { text: output, tokens: 0, informed: true, evidence: {} }
  const { result: text, structured_output: structured, is_error: isError, subtype, session_id: fork } = result
  const said = typeof text === 'string' ? text : text === undefined || text === null ? '' : JSON.stringify(text)
  // It was stopped before it came to an answer, whatever else is said about it.
  if (isError === true || (typeof subtype === 'string' && subtype.startsWith('error')))
    throw new Error(`Claude Code ended with ${String(subtype)}${said === '' ? '' : `: ${said.slice(0, longestQuote)}`}`)
  return {
    text: structured !== undefined && structured !== null ? JSON.stringify(structured) : said,
    tokens: sumTokens(result['usage']),
    informed: true,
    evidence: { fork, turns: result['num_turns'] },
  }
}

const longestQuote = 2000

function listMessages(output: string): Record<string, unknown>[] {
  const whole = tryParse(output)
  const values = whole === undefined ? output.split('\n').map(tryParse) : Array.isArray(whole) ? whole : [whole]
  return values.filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const tokenKeys = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

function sumTokens(usage: unknown): number {
  if (typeof usage !== 'object' || usage === null) return 0
  const counts = tokenKeys.map((key) => (usage as Record<string, unknown>)[key])
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' && count > 0 ? count : 0), 0)
}
