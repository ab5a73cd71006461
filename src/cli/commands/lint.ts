import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { dialects } from '../../dialects/index.ts'
import { fixFiles } from '../../lint/fix-files.ts'
import { type LintRequest, lintFiles } from '../../lint/lint-files.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { type CommandCall, defineCommand } from '../command.ts'

const flags = {
  fix: { type: 'switch', about: 'Mend what can be mended mechanically; scripts are never rewritten.' },
  dialect: {
    type: 'text',
    choices: Object.keys(dialects) as DialectName[],
    about: 'The dialect of the files; else told from their place and content.',
  },
} as const

export default defineCommand({
  usage: '[FILE...]',
  flags,
  maxArguments: Number.POSITIVE_INFINITY,
  examples: ['lint', 'lint .claude/settings.json', 'lint --fix', 'lint --json'],
  run: lint,
})

// 2 means that something was denied: problems are told with 1, and warnings alone are none.
async function lint({ flags: given, arguments: files, terminal }: CommandCall<typeof flags>): Promise<number> {
  const request = readRequest(files, given.dialect)
  const report = given.fix ? await fixFiles(request) : { ...(await lintFiles(request)), fixed: [] }
  const { printLint, writeLint } = await import('./lint/print-lint.ts')
  if (given.json) terminal.print(JSON.stringify(writeLint(report), null, 2))
  else printLint(report, { terminal, cwd: request.cwd, fixes: given.fix })
  return report.problems.some(({ severity }) => severity === 'error') ? 1 : 0
}

function readRequest(files: readonly string[], dialect: DialectName | undefined): LintRequest {
  if (files.length === 0 && dialect !== undefined)
    throw new HookError('USAGE', '--dialect needs a file', { hint: 'Write lint FILE --dialect D.' })
  for (const file of files) refuseMissing(file)
  return {
    cwd: process.cwd(),
    env: process.env,
    files: files.map((path) => ({ path, ...(dialect !== undefined && { dialect }) })),
  }
}

function refuseMissing(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined)
    throw new HookError('CONFIG_NOT_FOUND', 'there is no such file', { place: { file: resolve(file) } })
  if (stats.isDirectory())
    throw new HookError('CONFIG_UNREADABLE', 'it is a directory, not a file', {
      hint: 'Name configuration files, or run lint in the directory without any.',
      place: { file: resolve(file) },
    })
}
