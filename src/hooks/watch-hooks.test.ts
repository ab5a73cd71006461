import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ObservedStep } from '../protocol/ports.ts'
import { createHooks, type Hooks } from './create-hooks.ts'

let dir: string
let hooks: Hooks
let notices: string[]

const guard = (reason: string): string =>
  JSON.stringify({ PreToolUse: [{ hooks: [{ id: 'guard', command: `echo ${reason} >&2; exit 2` }] }] })

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-watch-'))
  notices = []
  writeFileSync(join(dir, 'hooks.json'), guard('old'))
  const observer = (step: ObservedStep): void => {
    if (step.type === 'notice') notices.push(step.message)
  }
  hooks = await createHooks({}, { cwd: dir, files: ['hooks.json'], watch: true, observer })
})

afterEach(async () => {
  await hooks.close()
  rmSync(dir, { recursive: true, force: true })
})

async function reasonOfNewSession(): Promise<string | null> {
  const call = { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' } }
  return (await hooks.session().fire('PreToolUse', call)).reason
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

it('a changed file counts for the next session without a word from the host', async () => {
  expect(await reasonOfNewSession()).toBe('old')
  writeFileSync(join(dir, 'hooks.json'), guard('new'))
  expect(await until(async () => (await reasonOfNewSession()) === 'new')).toBe(true)
})

it('a file that broke keeps the last good configuration, and that is told', async () => {
  writeFileSync(join(dir, 'hooks.json'), '{ "PreToolUse": [')
  expect(await until(() => notices.some((text) => text.includes('last good one stays in force')))).toBe(true)
  expect(await reasonOfNewSession()).toBe('old')
})
