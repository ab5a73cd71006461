import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { takeSlot } from './lineage-slots.ts'
import { type LineageToken, readToken, writeToken } from './lineage-token.ts'

let home: string
let state: string
let env: Record<string, string>
const token: LineageToken = { root: 'r', session: 's', hooks: [{ id: 'höök', file: '/a b/c.json' }] }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hookline-token-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  env = { HOME: home }
  state = join(home, '.local/state/hookline')
})

describe('a token', () => {
  it('is read as it was written', () => {
    expect(readToken(writeToken(token, env), env)).toEqual({ version: 1, ...token })
  })

  it('is no token with any character changed, cut, added, or by another user’s key', () => {
    const text = writeToken(token, env)
    const wrong = [...text].map(
      (character, at) => `${text.slice(0, at)}${character === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`,
    )
    const others = [
      '',
      '.',
      'x',
      text.slice(0, -1),
      `${text}.`,
      `${text}A`,
      text.replace('.', '..'),
      text.split('.')[0]!,
    ]
    // The last character of base64 holds bits that nobody reads; a comparison of texts minds them all the same.
    expect([...wrong, ...others].filter((forged) => readToken(forged, env) !== null)).toEqual([])
    const other = mkdtempSync(join(tmpdir(), 'hookline-token-'))
    onTestFinished(() => rmSync(other, { recursive: true, force: true }))
    expect(readToken(text, { HOME: other })).toBe(null)
    expect(readdirSync(other)).toEqual([])
  })
})

describe('A15: the key', () => {
  it.each([
    ['is a link', () => symlinkSync(join(home, 'target'), join(state, 'lineage.key'))],
    ['can be read by others', () => writeFileSync(join(state, 'lineage.key'), 'k'.repeat(32), { mode: 0o644 })],
    ['is too short', () => writeFileSync(join(state, 'lineage.key'), 'k', { mode: 0o600 })],
    ['lies where others write', () => chmodSync(state, 0o777)],
  ])('is not used when it %s, and nothing else is touched', (_, spoil) => {
    mkdirSync(state, { recursive: true, mode: 0o700 })
    writeFileSync(join(home, 'target'), 'k'.repeat(32), { mode: 0o600 })
    spoil()
    const text = writeToken(token, env)
    expect(text.endsWith('.')).toBe(true)
    expect(readToken(text, env)).toBe(null)
    expect(readFileSync(join(home, 'target'), 'utf8')).toBe('k'.repeat(32))
  })
})

describe('A15: places below an event', () => {
  it.each(['lineage', 'own'])('are not kept behind a link at %s', (where) => {
    const target = join(home, 'elsewhere')
    mkdirSync(target)
    mkdirSync(state, { recursive: true, mode: 0o700 })
    if (where === 'lineage') symlinkSync(target, join(state, 'lineage'))
    else {
      takeSlot('r', { session: 'a', env })
      const [own] = readdirSync(join(state, 'lineage'))
      rmSync(join(state, 'lineage', own!), { recursive: true })
      symlinkSync(target, join(state, 'lineage', own!))
    }
    expect(() => takeSlot('r', { session: 'b', env })).toThrow('is a link and no real folder')
    expect(readdirSync(target)).toEqual([])
  })

  it('that are links are taken, and never written through', () => {
    takeSlot('r', { session: 'a', env })
    const folder = join(state, 'lineage', readdirSync(join(state, 'lineage'))[0]!)
    writeFileSync(join(home, 'target'), 'untouched')
    symlinkSync(join(home, 'target'), join(folder, '2'))
    expect(takeSlot('r', { session: 'b', env })).toBe(3)
    expect(takeSlot('r', { session: 'a', env })).toBe(1)
    expect(readFileSync(join(home, 'target'), 'utf8')).toBe('untouched')
  })
})
