import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { HookError } from '../../base/errors.ts'
import { describeStateFault } from './supervisor-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookline-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function told(file: string, work: () => unknown): { code: string; file: string | undefined; text: string } {
  try {
    work()
  } catch (error) {
    const fault = describeStateFault(error, file)
    if (!(fault instanceof HookError)) throw fault
    return { code: fault.code, file: fault.place.file, text: `${fault.message} ${fault.hint}` }
  }
  throw new Error('nothing was thrown')
}

test('a state that another process holds is told as held, and nobody is told to remove it', () => {
  const file = join(folder, 'held.db')
  const holder = new DatabaseSync(file)
  holder.exec('CREATE TABLE one (a); BEGIN EXCLUSIVE')
  const other = new DatabaseSync(file, { timeout: 0 })
  for (const statement of ['INSERT INTO one VALUES (1)', 'SELECT * FROM one']) {
    const fault = told(file, () => other.exec(statement))
    expect({ code: fault.code, file: fault.file }).toEqual({ code: 'STATE_UNUSABLE', file })
    expect(fault.text).toContain('another process holds the state of reviews (database is locked) Try again')
    expect(fault.text).not.toMatch(/remove|mend|move it away/i)
  }
  other.close()
  holder.close()
})

test('a state that is no database, or not ours, is told as such with what to do', () => {
  const file = join(folder, 'rubbish.db')
  writeFileSync(file, 'rubbish '.repeat(700))
  const ours = new DatabaseSync(join(folder, 'foreign.db'))
  const faults = [
    told(file, () => new DatabaseSync(file).exec('PRAGMA journal_mode = WAL')),
    told(file, () => ours.prepare('SELECT is_on FROM switches')),
    told(file, () => JSON.parse('{')),
  ]
  ours.close()
  for (const fault of faults) {
    expect({ code: fault.code, file: fault.file }).toEqual({ code: 'STATE_UNUSABLE', file })
    expect(fault.text).toMatch(/^this is no database of the supervisor, or it is damaged \(.+\) Move it away/)
  }
})

test('what the system refuses is no fault of the file, and what says so itself stays as it is', () => {
  const file = join(folder, 'no/such/folder.db')
  expect(told(file, () => new DatabaseSync(file))).toMatchObject({ code: 'FILE_REFUSED', file })
  const known = [new HookError('STATE_UNSAFE', 'a link'), Object.assign(new Error('EACCES'), { path: file })]
  for (const error of known) expect(describeStateFault(error, file)).toBe(error)
})
