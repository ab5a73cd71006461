import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkTable } from './check-table.ts'
import type { ExampleFiles } from './lint-check.ts'
import { type LintProblem, lintFiles } from './lint-files.ts'

async function lint(files: ExampleFiles): Promise<LintProblem[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-lint-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const project = join(root, 'project')
  for (const [path, content] of Object.entries(files)) {
    const file = join(project, path)
    const { text, mode } =
      typeof content === 'string' ? { text: content, mode: path.endsWith('.sh') ? 0o755 : 0o644 } : content
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, mode)
  }
  const env = { PATH: process.env['PATH'], HOME: join(root, 'home') }
  const { problems } = await lintFiles({ cwd: project, env, files: [], managedFolder: join(root, 'etc') })
  return problems
}

test('has at least 25 checks with codes of their own', () => {
  expect(new Set(checkTable.map(({ code }) => code)).size).toBe(checkTable.length)
  expect(checkTable.length).toBeGreaterThanOrEqual(25)
})

test.each(checkTable.map((check) => [check.code, check] as const))(
  '%s is found in its example',
  async (code, check) => {
    const problems = await lint(check.example.wrong)
    const found = problems.filter((problem) => problem.code === code)
    expect(found, JSON.stringify(problems, null, 2)).not.toEqual([])
    for (const { severity, hint, message, file } of found) {
      expect(severity).toBe(check.severity)
      expect([hint, message, file].every((text) => text !== undefined && text !== '')).toBe(true)
    }
    expect(found.some(({ fix }) => fix !== undefined)).toBe(check.fixable === true)
  },
)

test.each(checkTable.map((check) => [check.code, check] as const))(
  '%s is not found in its cure',
  async (code, check) => {
    const problems = await lint(check.example.right)
    expect(problems.filter((problem) => problem.code === code)).toEqual([])
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  },
)
