import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallOptions, type CallResult, makeProject, type Project } from '../../e2e/support/project.ts'

/** A project with a supervisor: calls of its hook, and what they left behind. */
export interface SupervisedProject extends Project {
  /** Calls the hook with an input, as an object or as it stands. */
  hook(input: object | string, options?: HookOptions): Promise<CallResult>
  /** Writes a reviewer that counts its calls, keeps what it was sent, and answers with this text. */
  reviewer(answer: string | { allow_stop: boolean; feedback: string }): string
  /** How often reviewers were called. */
  calls(): number
  /** What the last reviewer was sent. */
  sent(): Record<string, unknown>
  /** The record, the latest first. */
  record(): Promise<Record<string, unknown>[]>
  settings(supervisor: object): void
}

export interface HookOptions extends CallOptions {
  args?: readonly string[]
  /** Where the reviewer is; null for none. */
  reviewer?: string | null
}

/** Makes one whose settings and state are in its home. */
export function makeSupervisedProject(): SupervisedProject {
  const project = makeProject()
  const counted = project.path('calls')
  const run = (args: readonly string[], options: CallOptions = {}): Promise<CallResult> =>
    project.run(args, { program: 'ccc', ...options, env: { CCC_SUPERVISOR_ID: 'boss', ...options.env } })
  return {
    ...project,
    run,
    hook(input, { args = [], reviewer = project.path('reviewer.sh'), ...options } = {}) {
      const flags = reviewer === null ? [] : ['--reviewer', `command:${reviewer}`]
      const stdin = typeof input === 'string' ? input : JSON.stringify(input)
      return run(['supervisor-hook', ...flags, ...args], { stdin, ...options })
    },
    reviewer(answer) {
      project.write('answer', typeof answer === 'string' ? answer : JSON.stringify(answer))
      const folder = project.folder
      return project.script(
        'reviewer.sh',
        `cat > '${folder}/sent'; echo called >> '${folder}/calls'; cat '${folder}/answer'`,
      )
    },
    calls: () => (existsSync(counted) ? readFileSync(counted, 'utf8').split('\n').length - 1 : 0),
    sent: () => JSON.parse(project.read('sent')) as Record<string, unknown>,
    async record() {
      const { stdout } = await run(['supervisor-record', '--json', '--limit', '1000'])
      return (JSON.parse(stdout) as { reviews: Record<string, unknown>[] }).reviews
    },
    settings: (supervisor) => void project.write('~/.claude/ccc.json', { supervisor }),
  }
}

/** Puts a program called `claude` into a folder of the project, and gives the search path with it in front. */
export function installClaude(project: Project, body: string): string {
  chmodSync(project.script('tools/claude', body), 0o755)
  return `${join(project.folder, 'tools')}:${process.env['PATH']}`
}
