import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createCommandRunner } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'preflight-'))
writeFileSync(join(folder, 'guard.sh'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
writeFileSync(join(folder, 'plain.sh'), '#!/bin/sh\nexit 0\n')
chmodSync(join(folder, 'plain.sh'), 0o644)
writeFileSync(join(folder, 'guard.py'), 'print()\n')

const runner = createCommandRunner({ mode: 'direct' })
const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOOKS: folder, HOME: folder }

afterAll(() => runner.close())

async function preflight(shell: string, cwd = folder): Promise<string | null> {
  return (await runner.preflight({ command: { shell }, cwd, env }))?.message ?? null
}

describe('preflight', () => {
  it.each([
    './guard.sh --strict',
    'sh plain.sh',
    'python3 guard.py',
    'python3 "$HOOKS"/guard.py',
    '~/guard.sh',
    'A=1 ./guard.sh 2>/dev/null',
    'cd / && ./gone.sh',
    '[ -x ./gone.sh ] && ./gone.sh',
    'echo "$UNKNOWN"',
    '"$UNKNOWN_PROGRAM" x',
    'exit 0',
  ])('finds nothing wrong with `%s`', async (shell) => {
    expect(await preflight(shell)).toBeNull()
  })

  it.each([
    ['./gone.sh', './gone.sh was not found'],
    ['no-such-program-anywhere x', 'no-such-program-anywhere was not found in the PATH of the hook'],
    ['./plain.sh', `${join(folder, 'plain.sh')} is not executable`],
    ['python3 gone.py', `${join(folder, 'gone.py')} does not exist, so python3 had nothing to run`],
    ['sh "$HOOKS/gone.sh"', `${join(folder, 'gone.sh')} does not exist, so sh had nothing to run`],
    ['timeout 5 sh gone.sh', `${join(folder, 'gone.sh')} does not exist, so sh had nothing to run`],
  ])('says what is wrong with `%s`', async (shell, message) => {
    expect(await preflight(shell)).toBe(message)
  })

  it('says that a text is no shell, with what the shell says', async () => {
    expect(await preflight('if true; then')).toMatch(/^the command is not valid shell: .*Syntax error/)
    expect(await preflight("echo 'open")).toMatch(/^the command is not valid shell: /)
  })

  it('says that the directory is gone, or is none', async () => {
    expect(await preflight('true', join(folder, 'gone'))).toBe(
      `working directory gone: ${join(folder, 'gone')} does not exist`,
    )
    expect(await preflight('true', join(folder, 'guard.sh'))).toBe(
      `working directory gone: ${join(folder, 'guard.sh')} is not a directory`,
    )
  })

  it('looks at a program that is started without a shell', async () => {
    const look = (exec: string, args: string[] = []) => runner.preflight({ command: { exec, args }, cwd: folder, env })
    expect(await look('./guard.sh')).toBeNull()
    expect(await look('echo')).toBeNull()
    expect(await look('./gone.sh')).toMatchObject({
      kind: 'broken',
      class: 'spawn',
      message: './gone.sh was not found',
    })
    expect(await look('python3', ['gone.py'])).toMatchObject({
      message: `${join(folder, 'gone.py')} does not exist, so python3 had nothing to run`,
    })
    expect(await look('exit')).toMatchObject({ message: 'exit was not found in the PATH of the hook' })
  })
})
