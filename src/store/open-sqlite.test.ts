import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'

const schema = 'CREATE TABLE IF NOT EXISTS marks (mark INTEGER) STRICT'

function makePlace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-sqlite-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'state.db')
}

/** Writes so often in a process that ends without closing the database. */
function writeAndVanish(path: string, times: number): void {
  const code = `
    import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, 'open-sqlite.ts'))}
    const database = openSqlite(${JSON.stringify(path)}, ${JSON.stringify(schema)})
    for (let n = 0; n < ${times}; n++) database.exec('INSERT INTO marks VALUES (1)')
    process.kill(process.pid, 'SIGKILL')`
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'pipe' })
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error
  }
}

test('a journal that killed processes leave behind does not grow with their number, and nothing of it is lost', () => {
  const path = makePlace()
  const sizes = Array.from({ length: 4 }, () => {
    writeAndVanish(path, 100)
    return statSync(`${path}-wal`).size
  })
  expect(sizes[3]).toBeLessThan(sizes[0]! * 2)
  const database = openSqlite(path, schema)
  onTestFinished(() => database.close())
  expect(database.prepare('SELECT count(*) AS marks FROM marks').get()).toEqual({ marks: 400 })
})

test('keeps a database for its owner only that was readable for all', () => {
  const path = makePlace()
  writeFileSync(path, '', { mode: 0o644 })
  writeAndVanish(path, 1)
  const modes = ['', '-wal', '-shm'].map((end) => (statSync(`${path}${end}`).mode & 0o777).toString(8))
  expect(modes).toEqual(['600', '600', '600'])
})

test('opening a database that is there writes nothing to it', () => {
  const path = makePlace()
  writeAndVanish(path, 1)
  const before = statSync(`${path}-wal`).size
  writeAndVanish(path, 0)
  expect(before).toBeGreaterThan(0)
  expect(statSync(`${path}-wal`).size).toBe(before)
})
