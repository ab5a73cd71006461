import type { ReviewTools } from './reviewer.ts'

export type GitTools = Pick<ReviewTools, 'runner' | 'signal' | 'remaining'>

/** One call of git. */
export interface GitCall {
  folder: string
  args: readonly string[]
  tools: GitTools
  env?: Readonly<Record<string, string>>
}

const limitMs = 10_000
/** Where a user may keep settings for all repositories. */
const ownSettings = ['XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']

export interface GitAnswer {
  code: number
  text: string
  /** False when something of the output was not kept, or is no UTF-8: a name in it may be another one. */
  isExact: boolean
}

/** What git printed, and its exit code. Null when it did not come to an end by itself. */
export async function runGit({ folder, args, tools, env }: GitCall): Promise<GitAnswer | null> {
  const variables: Record<string, string> = { PATH: '', HOME: '' }
  for (const name of ['PATH', 'HOME', ...ownSettings]) {
    const value = process.env[name]
    if (value !== undefined) variables[name] = value
  }
  const result = await tools.runner.run({
    command: { exec: 'git', args: ['--no-optional-locks', ...args] },
    cwd: folder,
    env: { ...variables, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...env },
    stdin: '',
    timeoutMs: Math.max(1, Math.min(limitMs, tools.remaining())),
    reap: 'group',
    signal: tools.signal,
  })
  if (result.kind !== 'process' || result.end.by !== 'exit') return null
  const { stdout } = result
  return { code: result.end.code, text: stdout.text, isExact: !stdout.truncated && !stdout.invalidUtf8 }
}
