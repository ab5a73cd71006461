import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ObservedStep } from '../protocol/ports.ts'
import { createHooks } from './create-hooks.ts'

let cwd: string

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'hookline-preflight-'))
})

afterEach(() => {
  rmSync(cwd, { recursive: true, force: true })
})

async function noticesFor(commands: string[], options: { preflight?: boolean } = {}): Promise<string[]> {
  const notices: string[] = []
  const observer = (step: ObservedStep): void => {
    if (step.type === 'notice') notices.push(step.message)
  }
  const hooks = commands.map((command, n) => ({ id: `h${n}`, command }))
  const engine = await createHooks({ PreToolUse: [{ hooks }] }, { cwd, observer, ...options })
  // The last command is known to be missing: once it is told, all before it have been looked at.
  for (let tries = 0; tries < 200 && !notices.some((text) => text.includes(`h${commands.length - 1} `)); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (options.preflight === false && tries > 10) break
  }
  await engine.close()
  return notices
}

it('tells at load of scripts that are gone and of text that is no shell, and of nothing else', async () => {
  const notices = await noticesFor(['python3 gone.py', 'if true; then', 'echo fine; exit 2', 'true', './missing.sh'])
  expect(notices).toEqual([
    expect.stringMatching(/^Hook h0 cannot start: .*gone\.py/),
    expect.stringMatching(/^Hook h1 cannot start: /),
    expect.stringMatching(/^Hook h4 cannot start: .*missing\.sh/),
  ])
})

it('looks for nothing when it is told not to', async () => {
  expect(await noticesFor(['./missing.sh'], { preflight: false })).toEqual([])
})
