import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HookEvent } from '../../protocol/event-types.ts'
import { openRecordLog } from '../../store/records/record-log.ts'
import { hookline } from '../command-table.ts'
import { runProgram } from '../run-program.ts'
import { createTerminal } from '../terminal.ts'

let dir: string
let path: string

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-trace-'))
  path = join(dir, 'records.db')
  const log = openRecordLog({ path })
  const about = { projectDir: '/x', pid: 1, host: 'h', program: 'sdk' }
  for (const sessionId of ['sess-1', 'sess-2']) {
    log.append({ sessionId, firing: null, at: 1, kind: 'session', body: about })
    log.append({
      sessionId,
      firing: `${sessionId}-f`,
      at: 2,
      kind: 'event',
      body: { event: HookEvent.Stop, input: {} },
    })
  }
  await log.close()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function call(...argv: string[]): Promise<{ code: number; stderr: string }> {
  const output = { stdout: '', stderr: '' }
  const channel = (name: 'stdout' | 'stderr'): never =>
    ({
      on: () => {},
      write: (text: string, done?: () => void) => {
        output[name] += text
        done?.()
        return true
      },
    }) as never
  const terminal = createTerminal({ stdout: channel('stdout'), stderr: channel('stderr'), env: {} })
  const code = await runProgram(hookline, argv, terminal)
  return { code, stderr: output.stderr }
}

const wrong: [string[], string][] = [
  [['trace', 'nobody'], 'there is no record of a session "nobody"'],
  [['trace', 'sess'], '2 sessions begin with "sess": sess-2, sess-1'],
  [['trace', 'sess-1', '--event', '99'], 'the session has no event "99"; it has 1'],
  [['trace', '--event', '1'], '--event needs to know the session'],
  [['trace', '--stats', '--verify'], '--stats and --verify do not go together'],
  [['trace', '--since', 'soon'], '--since does not know the time "soon"'],
  [['trace', '--slow=soon'], '--slow does not know the duration "soon"'],
  [['trace', '--event-name', 'PreToolUs'], '--event-name does not know "PreToolUs"'],
  [['trace', '--limit', '0'], '--limit needs a whole number from 1'],
  [['replay'], 'nothing says what to replay'],
  [['replay', 'nobody'], 'there is no record of a session "nobody"'],
  [['replay', '--denied'], 'no recorded event fits what was asked for'],
  [['replay', 'x', '--in-place', '--cwd', '.'], '--in-place and --cwd do not go together'],
  [['replay', 'x', '--dialect', 'kimi'], '--dialect says how --config files are read, and there is none'],
  [['replay', 'x', '--from-transcript', 'f'], '--from-transcript and the session "x" do not go together'],
  [['replay', '--from-transcript', '/absent.jsonl'], 'there is no such file'],
]

describe('a call that cannot be understood', () => {
  it.each(wrong)('%j says what is wrong and how to mend it', async (argv, message) => {
    const { code, stderr } = await call(...argv, '--records', path)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    expect(stderr).toContain('hint: ')
  })

  it.each(['trace', 'replay'])('%s refuses records that are not there', async (command) => {
    const { code, stderr } = await call(command, '--denied', '--records', join(dir, 'absent.db'))
    expect([code, stderr]).toEqual([1, expect.stringContaining('absent.db: there is no such file')])
  })

  it('is told apart from one that can', async () => {
    expect((await call('trace', 'sess-1', '--records', path)).code).toBe(0)
  })
})
