import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createHooks } from '../../src/hooks/create-hooks.ts'
import type { ObservedStep } from '../../src/protocol/ports.ts'
import type { PermissionBody } from '../../src/protocol/records.ts'
import { openRecordLog } from '../../src/store/records/record-log.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'
import { openSqliteStore } from '../../src/store/sqlite-store.ts'

const isRoot = process.getuid?.() === 0
const hasStrace = spawnSync('strace', ['-V']).status === 0

if (!isRoot) console.warn('F91 is not proved here: only root can mount a small disk')
if (!hasStrace) console.warn('F92 is not proved here: there is no strace to fail a write with')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-disk-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe.runIf(isRoot)('F91: a disk that is full', () => {
  it('denies what must be audited, counts the rest loudly, and keeps what was there', async () => {
    const disk = join(folder, 'disk')
    execFileSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=1m,mode=700 none ${disk}`])
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    const path = join(disk, 'records.db')
    const log = openRecordLog({ path, env: {} })
    onTestFinished(() => log.close())
    const steps: ObservedStep[] = []
    const observer = (step: ObservedStep): void => void steps.push(step)
    const open = async (audit: 'required' | 'best-effort') =>
      (await createHooks({}, { records: log, audit, observer })).session({ id: 's', permissionMode: 'yolo' })
    const strict = await open('required')
    const allowed: string[] = []
    let ran = 0
    const callStrictly = async (n: number): Promise<{ status: string; reason: string | null }> => {
      const call = { name: 'Bash', input: { command: `echo ${n}` }, id: `strict-${n}` }
      const outcome = await strict.tool(call, () => ++ran)
      if (outcome.status === 'ok') allowed.push(call.id)
      return outcome
    }
    expect(await callStrictly(0)).toMatchObject({ status: 'ok' })
    const before = readFileSync(path).length
    expect(before).toBeGreaterThan(0)
    const filler = join(disk, 'filler')
    fill(filler)

    let denied: { status: string; reason: string | null } = { status: 'ok', reason: null }
    for (let n = 1; n < 500 && denied.status === 'ok'; n++) denied = await callStrictly(n)
    const granted = ran
    expect(denied).toMatchObject({ status: 'denied', reason: expect.stringMatching(/^audit unavailable: .*full/) })

    const lenient = await open('best-effort')
    const call = { name: 'Bash', input: { command: 'ls' } }
    for (let n = 0; n < 3; n++) expect(await lenient.tool(call, () => ++ran)).toMatchObject({ status: 'ok' })
    await log.flush()
    await lenient.tool(call, () => ++ran)
    expect(ran).toBe(granted + 4)
    expect(log.losses().count).toBeGreaterThan(3)
    const notices = steps.filter((step) => step.type === 'notice').map(({ code }) => code)
    expect(notices).toContain('RECORDS_LOST')

    rmSync(filler)
    expect(await callStrictly(1000)).toMatchObject({ status: 'ok' })
    const reader = openRecordReader(path)
    onTestFinished(() => reader.close())
    const lost = reader.records({ kinds: ['loss'] }).map(({ body }) => body)
    expect(lost).toMatchObject([{ count: log.losses().count, reason: expect.stringContaining('full') }])
    expect(reader.verify('s').ok).toBe(true)
    const stored = reader.records({ kinds: ['permission'] }).map(({ body }) => body as PermissionBody)
    const audited = stored.filter(({ granted: yes, toolUseId }) => yes && toolUseId.startsWith('strict'))
    expect(audited.map(({ toolUseId }) => toolUseId).sort()).toEqual(allowed.sort())
  })
})

function fill(file: string): void {
  for (let size = 1024; size > 0; size -= 16) {
    try {
      writeFileSync(file, Buffer.alloc(size * 1024, 1))
      return
    } catch {
      rmSync(file, { force: true })
    }
  }
  throw new Error('there was no room to be filled')
}

describe.runIf(hasStrace)('F92: a disk that fails to write through', () => {
  it('is no acknowledgement, and the call is denied', { timeout: 60_000 }, () => {
    const path = join(folder, 'records.db')
    const script = join(import.meta.dirname, 'fixtures-records', 'write-durably.ts')
    const run = (...inject: string[]): string =>
      spawnSync(
        'strace',
        ['-f', '-qq', '-e', 'trace=fsync,fdatasync', ...inject, '-o', '/dev/null', process.execPath, script, path],
        {
          encoding: 'utf8',
        },
      ).stdout
    expect(run()).toBe('written\n')
    const inject = ['-e', 'inject=fsync,fdatasync:error=EIO']
    expect(run(...inject)).toMatch(/^not written: .*I\/O error\n$/)
    const reader = openRecordReader(path)
    onTestFinished(() => reader.close())
    expect(reader.verify('s').ok).toBe(true)
  })
})

describe('F94: a store that is down', () => {
  it('fails the gates that need it as their owners said, and no others', async () => {
    const path = join(folder, 'records.db')
    writeFileSync(path, 'no database at all, but long enough to be read as one'.repeat(20))
    const store = openSqliteStore({ path })
    onTestFinished(() => store.close())
    const gate = (id: string, onFailure: string, once: boolean): object => ({ id, command: 'exit 0', once, onFailure })
    const open = async (...list: object[]) =>
      (await createHooks({ PreToolUse: [{ hooks: list }] } as never, { store, observer: () => {} })).session()
    const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' } }
    const strict = await (await open(gate('once', 'deny', true))).fire('PreToolUse', input)
    expect(strict).toMatchObject({ decision: 'deny', reason: expect.stringContaining('state store failed') })
    const open_ = await (await open(gate('once', 'ignore', true), gate('other', 'deny', false))).fire(
      'PreToolUse',
      input,
    )
    expect(open_).toMatchObject({ decision: null, failedOpen: [{ hook: 'once', class: 'crash' }] })
    expect(() => store.add('counter', 1)).toThrow('not a database')
  })
})

describe('F98: a store that takes five seconds', () => {
  it('does not hold up an event, and a call that must be audited waits for it', async () => {
    const path = join(folder, 'records.db')
    const log = openRecordLog({ path, env: {} })
    onTestFinished(() => log.close())
    const hooks = await createHooks({ PreToolUse: [() => ({ action: 'continue' as const })] }, { records: log })
    const session = hooks.session({ id: 's' })
    const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' } }
    await session.fire('PreToolUse', input)
    await log.flush()
    const { DatabaseSync } = await import('node:sqlite')
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const started = performance.now()
    for (let n = 0; n < 20; n++) await session.fire('PreToolUse', input)
    const took = performance.now() - started
    const durable = log.appendDurably({
      sessionId: 's',
      firing: null,
      at: 1,
      kind: 'notice',
      body: { code: 'A', message: 'b' },
    })
    let written = false
    void durable.then(() => {
      written = true
    })
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect(written).toBe(false)
    other.exec('COMMIT')
    other.close()
    await durable
    expect(took).toBeLessThan(1400)
    const reader = openRecordReader(path)
    onTestFinished(() => reader.close())
    expect(reader.firings().length).toBe(21)
    expect(log.losses().count).toBe(0)
  })
})

describe('D9: fifty secrets', () => {
  it('are found nowhere: not in the database, its journal, the key or anything beside them', async () => {
    const path = join(folder, 'state', 'records.db')
    const secrets = Array.from({ length: 50 }, (_, n) => plantSecret(n))
    const env = Object.fromEntries(secrets.slice(0, 25).map((secret, n) => [`SERVICE_${n}_TOKEN`, secret]))
    const log = openRecordLog({ path, env, secrets: secrets.slice(25, 40) })
    const hooks = await createHooks(
      {
        PreToolUse: [
          { hooks: [{ id: 'leak', command: 'cat; cat >&2 </dev/null; echo "$LEAK" >&2', env: { LEAK: secrets[3]! } }] },
        ],
        PostToolUse: [(() => ({ action: 'continue', additionalContext: secrets.join(' ') })) as never],
      },
      { records: log, observer: () => {} },
    )
    const session = hooks.session({ id: 's', permissionMode: 'yolo' })
    const run = (n: number): unknown => ({ text: `${secrets[n]} and ${secrets.join('\n')}`, apiKey: secrets[n] })
    for (let n = 0; n < 50; n++) {
      const input = {
        command: `curl -H "Authorization: Bearer ${secrets[n]}" x`,
        password: secrets[n],
        note: secrets.join(','),
      }
      await session.tool({ name: 'Bash', input }, () => run(n))
    }
    await log.flush()
    const files = readdirSync(join(folder, 'state'))
    expect(files).toEqual(expect.arrayContaining(['records.db', 'records.db-wal', 'records.key']))
    const texts = files.map((file) => readFileSync(join(folder, 'state', file), 'latin1'))
    expect(texts.join('').length).toBeGreaterThan(100_000)
    expect(secrets.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
    await hooks.close()
    await log.close()
  })
})

// The last ten are known by their look alone.
function plantSecret(n: number): string {
  const random = Array.from({ length: 40 }, () => Math.floor(Math.random() * 36).toString(36)).join('')
  return n < 40 ? `canary${n}x${random}` : n < 45 ? `sk-ant-api03-${random}${n}` : `ghp_${random.slice(0, 36)}${n}`
}
