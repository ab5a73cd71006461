import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createHooks } from './create-hooks.ts'
import { acceptEnv, parseEnvLines } from './session-env.ts'

describe('parseEnvLines', () => {
  it.each([
    ['A=1', { A: '1' }],
    ['\n  \n# A=1\n#\n', {}],
    ['export A=1\r\nexport\tB=2', { A: '1', B: '2' }],
    ['A=b=c=d', { A: 'b=c=d' }],
    [`A="x y"\nB='x y'\nC="x\nD='`, { A: 'x y', B: 'x y', C: '"x', D: "'" }],
    ['A=', { A: '' }],
    ['A', {}],
    ['=x', {}],
    [' A = 1 ', { A: '1' }],
    ['A=1\nA=2', { A: '2' }],
    ['A="#1" ', { A: '#1' }],
  ])('reads %j', (text, env) => {
    expect(parseEnvLines(text)).toEqual(env)
  })
})

describe('acceptEnv', () => {
  it('says of each refused name why', () => {
    expect(
      acceptEnv({ OK: '1', LD_PRELOAD: 'x', X_BASE_URL: 'x', API_TOKEN: 'x', HOOKLINE_X: 'x', 'A B': 'x', N: '\0' }),
    ).toEqual({
      env: { OK: '1' },
      refused: [
        'LD_PRELOAD was not set: it makes programs load code',
        'X_BASE_URL was not set: it redirects traffic',
        'API_TOKEN was not set: it names a credential',
        'HOOKLINE_X was not set: it belongs to Hookline',
        'A B was not set: it is no name of a variable',
        'N was not set: its value holds a NUL byte',
      ],
    })
  })

  it('keeps no prototype trick', () => {
    const given = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>
    expect(Object.keys(acceptEnv(given).env)).toEqual(['constructor'])
  })
})

describe('the file that KIMI_ENV_FILE names', () => {
  const start = async (command: string): Promise<{ env: Record<string, string>; isFolderThere: boolean }> => {
    const cwd = mkdtempSync(join(tmpdir(), 'hookline-kimi-'))
    onTestFinished(() => rmSync(cwd, { recursive: true }))
    const path = join(cwd, 'config.toml')
    writeFileSync(path, `[[hooks.session_start]]\ncommand = '''${command}'''\n`)
    const hooks = await createHooks({}, { cwd, files: [{ path, dialect: 'kimi' }], protect: false })
    onTestFinished(() => hooks.close())
    const { env } = await hooks.session({ cwd }).fire('SessionStart', { source: 'startup', isResume: false })
    return { env, isFolderThere: existsSync(join(cwd, '.kimi')) }
  }

  it('can be appended to in a project that has no folder for it', async () => {
    expect(await start('echo KIND=python >> "$KIMI_ENV_FILE"')).toEqual({
      env: { KIND: 'python' },
      isFolderThere: true,
    })
  })

  it('leaves no folder behind when nobody used it', async () => {
    expect(await start('true')).toEqual({ env: {}, isFolderThere: false })
  })
})
