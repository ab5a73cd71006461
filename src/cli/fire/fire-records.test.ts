import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createHooks } from '../../hooks/create-hooks.ts'
import type { HooksConfig } from '../../protocol/native-config.ts'
import { openRecordReader } from '../../store/records/record-reader.ts'
import { recordsPath } from '../../store/records/schema.ts'
import { createFireRecords } from './fire-records.ts'

let env: Record<string, string>

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-fire-records-'))
  env = { XDG_STATE_HOME: folder }
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

async function fire(config: HooksConfig, tool: string): Promise<string[]> {
  const records = createFireRecords(env)
  const hooks = await createHooks(config, { observer: records.observer, preflight: false })
  await hooks.session({ id: 's' }).fire('PreToolUse', { toolName: tool, toolUseId: 'c', toolInput: { command: 'ls' } })
  const warnings = await records.settle()
  await records.close()
  await hooks.close()
  return warnings
}

const guard: HooksConfig = { PreToolUse: [{ matcher: 'Bash', hooks: [{ id: 'g', command: 'exit 2' }] }] }

test('an event with a hook is stored whole when it has settled', async () => {
  expect(await fire(guard, 'Bash')).toEqual([])
  const reader = openRecordReader(recordsPath(env))
  onTestFinished(() => reader.close())
  expect(reader.records().map(({ kind }) => kind)).toEqual(['session', 'event', 'run', 'verdict'])
  expect(reader.firings({ denied: true })).toMatchObject([
    { tool: 'Bash', decidedBy: 'g', runs: 1, interrupted: false },
  ])
  expect(reader.sessions()).toMatchObject([{ program: 'fire' }])
})

test('an event that nothing was done about leaves nothing, and so does one that is not to be recorded', async () => {
  await fire(guard, 'Read')
  env['HOOKLINE_RECORDS'] = 'off'
  await fire(guard, 'Bash')
  expect(existsSync(recordsPath(env))).toBe(false)
})

test('a store that cannot be used is a warning', async () => {
  env['XDG_STATE_HOME'] = '/dev/null'
  expect(await fire(guard, 'Bash')).toEqual([expect.stringMatching(/^what was decided cannot be recorded: .*ENOTDIR/)])
})
