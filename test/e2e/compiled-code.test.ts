import { hash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeProject, type Project } from './support/project.ts'

const event = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Read', tool_input: {} })

async function fire(project: Project, env: Record<string, string | undefined> = {}): Promise<number | null> {
  const { code, stdout, stderr } = await project.run(['fire', '--event', '-', '--json', '--config', 'hooks.json'], {
    stdin: event,
    env: { XDG_CACHE_HOME: undefined, ...env },
  })
  expect([JSON.parse(stdout).decision, stderr]).toEqual([null, ''])
  return code
}

function listCompiled(project: Project): { path: string; content: Buffer }[] {
  const folder = project.path('~/.cache/hookline/compiled')
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name)) }))
}

/** Of the compiled code; how often nobody had more stands before it. */
function digest(files: readonly { path: string; content: Buffer }[]): string {
  return files.map(({ path, content }) => `${path} ${hash('sha256', content.subarray(8))}`).join('\n')
}

/** Fires until several calls in a row had nothing to add. */
async function fireUntilCalm(project: Project): Promise<ReturnType<typeof listCompiled>> {
  let files = listCompiled(project)
  for (let same = 0, calls = 0; same < 6; calls++) {
    await fire(project)
    const now = listCompiled(project)
    same = digest(now) === digest(files) ? same + 1 : 0
    files = now
    expect(calls).toBeLessThan(100)
  }
  return files
}

function sizeOf(files: readonly { content: Buffer }[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0)
}

test('keeps compiled code for its user alone, and takes more of it along as more is used', async () => {
  const hooks = [{ type: 'command', command: 'true' }]
  const project = makeProject({ 'hooks.json': { PreToolUse: [{ matcher: 'Write', hooks }] } })
  expect(await fire(project)).toBe(0)
  const few = listCompiled(project)
  // Only files that are older than a moment are looked up among those that are known.
  await setTimeout(300)
  const first = await fireUntilCalm(project)
  expect(first.map(({ path }) => path)).toEqual(few.map(({ path }) => path))
  expect(sizeOf(first)).toBeGreaterThan(sizeOf(few))
  expect(first.length).toBeGreaterThan(0)
  expect(first.map(({ path }) => statSync(path).mode & 0o777)).toEqual(first.map(() => 0o600))
  expect(statSync(project.path('~/.cache/hookline/compiled')).mode & 0o777).toBe(0o700)
  await fire(project, { NODE_OPTIONS: '--max-old-space-size=500' })
  expect(listCompiled(project).length).toBe(2 * first.length)
  await fire(project)
  const same = listCompiled(project).filter(({ path }) => first.some((one) => one.path === path))
  expect(digest(same)).toEqual(digest(first))
  project.write('hooks.json', { PreToolUse: [{ hooks }] })
  await fire(project)
  expect(listCompiled(project).length).toBeGreaterThan(2 * first.length)
})

test('packs hold nothing but ASCII: one other character would double the room they take', () => {
  const folder = resolve(import.meta.dirname, '../../dist/bin')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.flatMap((text) => /[\x80-\xff].{0,40}/.exec(text)?.[0] ?? [])).toEqual([])
  // A pattern in the sources holds one.
  expect(texts.some((text) => text.includes('\\u3002'))).toBe(true)
})

test('does without compiled code that others may have written, that is damaged, or that cannot be kept', async () => {
  const project = makeProject({ 'hooks.json': { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
  await fire(project)
  const kept = listCompiled(project)
  for (const { path } of kept) chmodSync(path, 0o622)
  expect(await fire(project)).toBe(0)
  // What only a slow start needed is not made anew by a fast one.
  const most = kept.length - 1
  const own = listCompiled(project).filter(({ path }) => (statSync(path).mode & 0o777) === 0o600)
  expect(own.length).toBeGreaterThanOrEqual(most)
  for (const { path, content } of kept) writeFileSync(path, content.subarray(0, content.length >> 1))
  expect(await fire(project)).toBe(0)
  for (const { path } of kept) writeFileSync(path, '')
  expect(await fire(project)).toBe(0)
  expect(listCompiled(project).filter(({ content }) => content.length > 1000).length).toBeGreaterThanOrEqual(most)
  project.write('no-folder', '')
  expect(await fire(project, { XDG_CACHE_HOME: project.path('no-folder') })).toBe(0)
  expect(await fire(project, { HOME: undefined })).toBe(0)
})
