import { execFile } from 'node:child_process'

/** What a program printed and how it ended; a program that could not start has the code -1. */
export interface ProgramResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program to its end. Never rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const settings = { cwd: options.cwd, env: options.env, timeout: options.timeoutMs ?? 120_000, maxBuffer: 2 ** 26 }
    execFile(file, args, settings, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, stdout, stderr: code === -1 ? `${stderr}${error?.message ?? ''}` : stderr })
    })
  })
}
