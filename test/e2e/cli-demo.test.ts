import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventNames } from '../../src/protocol/event-types.ts'
import { makeProject } from './support/project.ts'

interface Told {
  project: string
  facts: { title: string; holds: boolean }[]
  runs: { event: string; handler: string; dialect: string; status: string; decision: string | null; ms: number }[]
}

test('the demo does what it tells, with every event, handler and dialect, and leaves nothing behind', async () => {
  const { code, stdout, stderr } = await makeProject({}).run(['demo', '--json'])
  const told = JSON.parse(stdout) as Told
  expect({ code, stderr, broken: told.facts.filter(({ holds }) => !holds) }).toEqual({
    code: 0,
    stderr: '',
    broken: [],
  })
  const seen = (key: 'event' | 'handler' | 'dialect') => new Set(told.runs.map((run) => run[key]))
  expect(seen('event')).toEqual(new Set(eventNames))
  expect(seen('handler')).toEqual(new Set(['command', 'callback', 'prompt', 'agent', 'http', 'worker']))
  expect(seen('dialect')).toEqual(new Set(['blade', 'claude', 'kimi']))
  expect(told.runs.filter(({ decision }) => decision === 'deny').map(({ event }) => event)).toEqual([
    'UserPromptSubmit',
    'PreToolUse',
    'Stop',
  ])
  expect(existsSync(told.project)).toBe(false)
})

test('for people it tells the story, then every run, then whether it went as told', async () => {
  const { code, stdout } = await makeProject({}).run(['demo'])
  expect(code).toBe(0)
  const headings = ['A prompt with a token in it', 'Every run of a hook', 'As told', 'Where next']
  const places = headings.map((heading) => stdout.indexOf(`\n${heading}\n`))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places[0]).toBeGreaterThan(0)
  expect(stdout).toMatch(/✗ PreToolUse · no-deletion deny: Nothing is deleted here/)
  expect(stdout).not.toContain('\x1b')
})

test('where its hooks cannot run it says what did not happen, and exits 1', async () => {
  const { code, stdout } = await makeProject({}).run(['demo'], { env: { PATH: '/nowhere' } })
  expect(code).toBe(1)
  expect(stdout).toContain('✗ did not happen: no hook failed')
})
