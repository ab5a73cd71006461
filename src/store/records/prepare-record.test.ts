import { expect, test } from 'vitest'
import type { NewRecord } from '../../protocol/records.ts'
import { createPreparer } from './prepare-record.ts'

function event(input: Record<string, unknown>): NewRecord {
  return { sessionId: 's', firing: 'f', at: 1.5, kind: 'event', body: { event: 'PreToolUse', input } }
}

function prepareInput(input: Record<string, unknown>): {
  input: Record<string, unknown>
  cut?: string[]
  text: string
} {
  const { body, text } = createPreparer({ env: { DB_PASSWORD: 'swordfish-7' } })(event(input))
  return { ...(body as { input: Record<string, unknown>; cut?: string[] }), text }
}

test('hides secrets by value, by name and by look, and stores what it gives', () => {
  const { input, cut, text } = prepareInput({
    command: 'psql swordfish-7',
    apiKey: 'abc',
    note: `ghp_${'a1'.repeat(18)}`,
  })
  expect(input).toEqual({ command: 'psql [redacted]', apiKey: '[redacted]', note: '[redacted:github-token]' })
  expect(cut).toBeUndefined()
  expect(JSON.parse(text)).toEqual({ event: 'PreToolUse', input })
})

test('cuts a long text in the middle and names where it stood', () => {
  const { input, cut } = prepareInput({ toolInput: { files: ['short', `${'a'.repeat(400_000)}END`] } })
  const [short, long] = (input as { toolInput: { files: string[] } }).toolInput.files
  expect(short).toBe('short')
  expect(long).toMatch(/^a+\n\[… 137859 characters left out …\]\na+END$/)
  expect(cut).toEqual(['input.toolInput.files[1]'])
})

test('hides a secret that the cut would have gone through', () => {
  const edge = 'a'.repeat(196_605)
  const { text } = prepareInput({ content: `${edge}swordfish-7${'b'.repeat(200_000)}` })
  expect(text).not.toContain('swordfish'.slice(0, 3))
})

test('keeps the small fields of what is too long however it is cut', () => {
  const { input, cut, text } = prepareInput({ numbers: Array.from({ length: 1_000_000 }, (_, n) => n) })
  expect([input, cut, text.length < 100_000]).toEqual([{}, ['input'], true])
})

test('takes what no JSON can hold', () => {
  const circle: Record<string, unknown> = { big: 10n, when: new Date(0), call: () => 1 }
  circle['self'] = circle
  expect(prepareInput(circle).input).toEqual({ big: 10n, when: new Date(0), call: '[function]', self: '[circular]' })
})
