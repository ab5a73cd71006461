import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSuspension, suspensionFile, writeSuspension } from './suspension.ts'

const now = Date.parse('2026-03-04T05:06:07.000Z')
const minute = 60_000

it('lifts the guard for the given time and no longer', () => {
  const env = makeHome()
  expect(readSuspension(env, now)).toBeNull()
  writeSuspension(env, now, 10 * minute)
  const inForce = { from: now, until: now + 10 * minute }
  expect(readSuspension(env, now)).toEqual(inForce)
  expect(readSuspension(env, now + 10 * minute - 1)).toEqual(inForce)
  expect(readSuspension(env, now + 10 * minute)).toBeNull()
  expect(readSuspension(env, now - 1), 'a clock that was set back').toBeNull()
})

it('records every suspension and its end in a file for its owner alone', () => {
  const env = makeHome()
  writeSuspension(env, now, 10 * minute)
  writeSuspension(env, now + minute, 0)
  expect(readSuspension(env, now + minute)).toBeNull()
  const log = join(env.XDG_CONFIG_HOME, 'hookline', 'trust-log.jsonl')
  const rows = readFileSync(log, 'utf8').trim().split('\n')
  const who = { uid: process.getuid!(), pid: process.pid }
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual([
    { at: iso(0), ...who, act: 'suspend', from: iso(0), until: iso(10) },
    { at: iso(1), ...who, act: 'resume', from: iso(1), until: iso(1) },
  ])
  for (const file of [log, suspensionFile(env)!]) expect(lstatSync(file).mode & 0o777, file).toBe(0o600)
})

it('takes no time of more than a day, neither when it is written nor when it is read', () => {
  const env = makeHome()
  for (const ms of [24 * 60 * minute + 1, -1, Number.NaN])
    expect(() => writeSuspension(env, now, ms)).toThrow(expect.objectContaining({ code: 'USAGE' }))
  writeSuspension(env, now, minute)
  writeFileSync(suspensionFile(env)!, JSON.stringify({ version: 1, from: iso(0), until: iso(24 * 60 + 1) }))
  expect(readSuspension(env, now + minute)).toBeNull()
})

it('believes no file that is a link, that others may write, or that is no suspension', () => {
  const env = makeHome()
  writeSuspension(env, now, 10 * minute)
  const file = suspensionFile(env)!
  chmodSync(file, 0o620)
  expect(readSuspension(env, now)).toBeNull()
  chmodSync(file, 0o600)
  expect(readSuspension(env, now)).not.toBeNull()
  renameSync(file, `${file}.real`)
  symlinkSync(`${file}.real`, file)
  expect(readSuspension(env, now)).toBeNull()
  expect(() => writeSuspension(env, now, minute)).toThrow(expect.objectContaining({ code: 'TRUST_STORE_UNSAFE' }))
  rmSync(file)
  for (const text of ['', '[]', '{"version":2}', `{"version":1,"from":"x","until":"${iso(5)}"}`]) {
    writeFileSync(file, text, { mode: 0o600 })
    expect(readSuspension(env, now), text).toBeNull()
  }
})

function iso(minutes: number): string {
  return new Date(now + minutes * minute).toISOString()
}

function makeHome(): { XDG_CONFIG_HOME: string; HOME: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-trust-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
}
