import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHooks } from './create-hooks.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
let warnings: (Error & { code?: string })[]
const keep = (warning: Error): void => void warnings.push(warning)

beforeEach(() => {
  warnings = []
  process.on('warning', keep)
})
afterEach(() => void process.off('warning', keep))

const told = async (): Promise<string[]> => {
  await new Promise((resolve) => setImmediate(resolve))
  return warnings.filter(({ name }) => name === 'HooklineWarning').map(({ code, message }) => `${code}: ${message}`)
}

const broken = (): never => {
  throw new Error('on purpose')
}

describe('without an observer', () => {
  it('a gate that failed open becomes a process warning, once per hook', async () => {
    const hooks = await createHooks({
      PreToolUse: [
        { hooks: [{ type: 'callback', id: 'a', callback: broken }] },
        { hooks: [{ id: 'b', command: 'echo lost >&2; exit 3' }] },
      ],
    })
    for (let round = 0; round < 3; round++) await hooks.session().fire('PreToolUse', call)
    await hooks.close()
    expect(await told()).toEqual([
      'HOOKLINE_FAILED_OPEN: Hook a failed open on PreToolUse (crash): on purpose',
      'HOOKLINE_FAILED_OPEN: Hook b failed open on PreToolUse (crash): lost',
    ])
  })

  it('a gate whose owner said deny, and an observer that failed, warn of nothing', async () => {
    const hooks = await createHooks({
      PreToolUse: [{ hooks: [{ type: 'callback', callback: broken, onFailure: 'deny' }] }],
      PostToolUse: [broken],
    })
    const session = hooks.session()
    await session.fire('PreToolUse', call)
    await session.fire('PostToolUse', { ...call, toolOutput: 'x' })
    expect(await told()).toEqual([])
  })

  it('hooks of a file that nobody approved become process warnings, once per hook', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'warn-'))
    mkdirSync(join(folder, '.hookline'))
    const config = {
      PreToolUse: [
        {
          hooks: [
            { id: 'a', command: 'true' },
            { id: 'b', command: 'false' },
          ],
        },
      ],
    }
    writeFileSync(join(folder, '.hookline', 'hooks.json'), JSON.stringify(config))
    const hooks = await createHooks({}, { cwd: folder, settingSources: ['project'] })
    await hooks.reload()
    await hooks.session().fire('PreToolUse', call)
    rmSync(folder, { recursive: true, force: true })
    expect(await told()).toEqual([
      `HOOKLINE_SKIPPED: Hook a does not run: untrusted: new: it has not been approved; run: hookline trust ${folder}`,
      `HOOKLINE_SKIPPED: Hook b does not run: untrusted: new: it has not been approved; run: hookline trust ${folder}`,
    ])
  })

  it('nothing is warned of when there is an observer, which hears it instead', async () => {
    const heard: string[] = []
    const hooks = await createHooks(
      { PreToolUse: [broken] },
      { observer: (step) => void (step.type === 'failedOpen' && heard.push(`${step.hook.id} ${step.class}`)) },
    )
    await hooks.session().fire('PreToolUse', call)
    await hooks.session().fire('PreToolUse', call)
    expect(heard).toEqual(['code#PreToolUse[0] crash', 'code#PreToolUse[0] crash'])
    expect(await told()).toEqual([])
  })

  it('the library prints nothing', () => {
    const script = `
      import { createHooks } from ${JSON.stringify(join(import.meta.dirname, 'create-hooks.ts'))}
      const hooks = await createHooks({
        PreToolUse: [
          () => { throw new Error('x') },
          { hooks: [{ command: 'echo out; echo err >&2; exit 1' }, { command: 'exit 2' }, { command: 'sleep 9', timeout: '50ms' }] },
        ],
        PostToolUse: [() => { throw new Error('y') }],
      })
      const session = hooks.session({ permissionMode: 'yolo' })
      await session.tool({ name: 'Bash', input: {} }, () => { throw new Error('z') })
      await session.end()
      await hooks.reload()
      await hooks.close()
      process.exitCode = 7
    `
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script],
      {
        encoding: 'utf8',
        timeout: 30_000,
      },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: '', stderr: '' })
  })
})
