import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import {
  createHooks,
  type Handlers,
  HookError,
  type HookSession,
  type Hooks,
  type HooksConfig,
  type ObservedStep,
  type SessionOptions,
  type ToolRun,
} from '../../../src/index.ts'
import type { Case, Expected, Held, Step, ToolStep } from './case.ts'
import { fillDirectory, matchTexts } from './fit.ts'
import { expectTool, expectVerdict } from './judge.ts'

// A machine under load is late by itself; hooks that hang do so for much longer than this.
const slackMs = 3000

interface Scene {
  dir: string
  hooks: Hooks
  session: HookSession
  observed: ObservedStep[]
}

/**
 * Plays a case through `createHooks` in a folder of its own. Throws when anything is not as expected. Handlers may be given
 * to be shared by many cases; they are left open.
 */
export async function runCase(item: Case, handlers: Handlers = {}): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-case-'))
  try {
    const filled = fillDirectory(item, dir)
    const steps = listSteps(filled)
    for (const [path, text] of Object.entries(filled.tree ?? {})) writeScript(join(dir, path), text)
    const observed: ObservedStep[] = []
    if (filled.refuses) {
      await expectRefusal(filled, { dir, observed, handlers })
      return
    }
    const hooks = await openHooks(filled, { dir, observed, handlers })
    const session = hooks.session(sessionOptions(filled.session))
    try {
      const scene: Scene = { dir, hooks, session, observed }
      for (const step of steps) await playStep(step, scene)
    } finally {
      await hooks.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function listSteps({ id, event, input = {}, expect: expected, steps, refuses }: Case): Step[] {
  if (event && expected && !steps && !refuses) return [{ fire: event, input, expect: expected }]
  if (!event && ((steps && steps.length > 0) || refuses)) return steps ?? []
  throw new Error(`${id} needs an event with its expectation, steps, or a refusal`)
}

function writeScript(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (text.startsWith('#!')) chmodSync(path, 0o755)
}

interface Place {
  dir: string
  observed: ObservedStep[]
  handlers: Handlers
}

function openHooks(item: Case, { dir, observed, handlers }: Place): Promise<Hooks> {
  const files = (item.files ?? []).map(({ dialect, text, file = 'config' }) => {
    writeScript(join(dir, file), text)
    return { path: file, dialect }
  })
  const env = { PATH: process.env['PATH'], HOME: dir, USER: 'someone', SHELL: '/bin/sh', ...item.env }
  return createHooks((item.config ?? {}) as HooksConfig, {
    handlers,
    ...item.options,
    cwd: dir,
    files,
    env,
    observer: (step) => void observed.push(step),
  })
}

function sessionOptions(given: Partial<SessionOptions> = {}): Partial<SessionOptions> {
  return { id: 'sess-42', permissionMode: 'yolo', ...given }
}

async function expectRefusal(item: Case, place: Place): Promise<void> {
  const { code, message, line } = item.refuses!
  const error: unknown = await openHooks(item, place).then(
    () => 'it was accepted',
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HookError)
  const refusal = error as HookError
  expect({ code: refusal.code, said: `${refusal.message} ${refusal.hint}` }).toEqual({
    code,
    said: expect.stringMatching(message),
  })
  if (line !== undefined) expect(refusal.place.line).toBe(line)
}

async function playStep(step: Step, scene: Scene): Promise<void> {
  const { session, hooks, dir } = scene
  if ('fire' in step) {
    const started = performance.now()
    const options = step.abortOnFile ? abortOnFile(join(dir, step.abortOnFile)) : signalOf(step.abortAfterMs)
    const verdict = await session.fire(step.fire, step.input as never, options)
    if (step.withinMs !== undefined) expect(performance.now() - started).toBeLessThan(step.withinMs + slackMs)
    expectVerdict(verdict, step.expect)
  } else if ('tool' in step) await playTool(step, session)
  else if ('read' in step) await expectFile(join(dir, step.read), step.holds)
  else if ('missing' in step) expect(existsSync(join(dir, step.missing)), `${step.missing} exists`).toBe(false)
  else if ('list' in step)
    expect(hooks.list()).toEqual(step.list.map((row) => expect.objectContaining(matchTexts(row))))
  else if ('explain' in step) {
    const { hooks: rows } = session.explain(step.explain, step.input as never)
    expect(rows).toEqual(step.rows.map((row) => expect.objectContaining(matchTexts(row))))
  } else if ('observed' in step) {
    expect(scene.observed).toContainEqual(expect.objectContaining(matchTexts(step.observed)))
  } else if ('notices' in step) {
    const told = hooks.notices().map(({ message }) => message)
    expect(told).toEqual(step.notices.map((text) => matchTexts(text)))
  } else if ('env' in step) expect(session.env()).toEqual(step.env)
  else if ('write' in step) writeScript(join(dir, step.write), step.text)
  else if ('reload' in step) {
    const failed = await hooks.reload().then(
      () => false,
      () => true,
    )
    expect(failed ? 'fails' : 'works').toBe(step.reload)
  } else if ('newSession' in step) scene.session = hooks.session(sessionOptions(step.newSession))
  else if ('switchHook' in step) session[step.on ? 'enable' : 'disable'](step.switchHook)
  else if ('mode' in step) session.setPermissionMode(step.mode)
  else if ('end' in step) expectVerdict(await session.end(step.end), step.expect ?? ({} satisfies Expected))
  else await step.check({ dir })
}

function signalOf(abortAfterMs: number | undefined): { signal?: AbortSignal } {
  if (abortAfterMs === undefined) return {}
  if (abortAfterMs === 0) return { signal: AbortSignal.abort() }
  const controller = new AbortController()
  setTimeout(() => controller.abort(), abortAfterMs)
  return { signal: controller.signal }
}

function abortOnFile(path: string): { signal: AbortSignal } {
  const controller = new AbortController()
  void waitForFile(path).then(() => controller.abort())
  return { signal: controller.signal }
}

async function waitForFile(path: string): Promise<void> {
  const until = performance.now() + 10_000
  while (!existsSync(path) && performance.now() < until) await new Promise((done) => setTimeout(done, 20))
}

async function playTool(step: ToolStep, session: HookSession): Promise<void> {
  let ran: Record<string, unknown> | undefined
  const run: ToolRun<unknown> = (input, approval, signal) => {
    ran = input
    if (step.gives instanceof Error) throw step.gives
    return typeof step.gives === 'function' ? step.gives(input, approval, signal) : step.gives
  }
  const options = { ...(step.ask && { ask: step.ask as never }), ...signalOf(step.abortAfterMs) }
  const outcome = await session.tool(step.tool, run, options)
  expectTool({ outcome, ran }, step.expect)
}

async function expectFile(path: string, holds: Held): Promise<void> {
  await waitForFile(path)
  const text = readFileSync(path, 'utf8')
  if (typeof holds === 'string' || holds instanceof RegExp) expect(text.trim()).toEqual(matchTexts(holds))
  else if (Array.isArray(holds)) {
    const lines = text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(holds.map((row) => expect.objectContaining(matchTexts(row))))
  } else expect(JSON.parse(text)).toEqual(expect.objectContaining(matchTexts(holds)))
}
