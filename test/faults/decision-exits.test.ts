import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createHooks, type Verdict } from '../../src/index.ts'

// The rows of exit codes and output by name, each with a real process; the matrix beside this file has every combination.

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

async function fireGuard(command: string, onFailure: 'ignore' | 'deny' = 'deny', timeout = '20s'): Promise<Verdict> {
  const guard = { id: 'guard', command, onFailure, timeout }
  const hooks = await createHooks({ PreToolUse: [{ hooks: [guard] }] }, { observer: () => {} })
  const verdict = await hooks.session().fire('PreToolUse', call)
  await hooks.close()
  return verdict
}

const print = (json: object): string => `echo '${JSON.stringify(json)}'`

it.each([
  ['F15 exit 0 and nothing said is no opinion, not an allow', 'exit 0', { decision: null, reason: null }],
  [
    'F16 exit 0 and a valid decision is applied',
    print({ decision: 'ask', reason: 'sure?' }),
    { decision: 'ask', reason: 'sure?' },
  ],
  ['F17 exit 2 denies with stderr as the reason', 'echo no >&2; exit 2', { decision: 'deny', reason: 'no' }],
  [
    'F18 exit 2 without a word denies with a default reason',
    'exit 2',
    { decision: 'deny', reason: 'Blocked by hook guard.' },
  ],
  ['F19 C3 exit 2 beside a JSON allow denies', `${print({ decision: 'allow' })}; exit 2`, { decision: 'deny' }],
  [
    'F21 exit 1 beside a JSON deny denies by that deny',
    `${print({ decision: 'deny', reason: 'said' })}; exit 1`,
    { decision: 'deny', reason: 'said' },
  ],
  [
    'F25 a deny on stderr alone is not read; the exit code decides',
    `${print({ decision: 'deny' })} >&2`,
    { decision: null },
  ],
  [
    'F27 an unknown decision word is invalid output and follows the policy',
    print({ decision: 'Deny' }),
    { decision: 'deny' },
  ],
  [
    'F28 contradictory fields deny',
    print({ decision: 'approve', hookSpecificOutput: { permissionDecision: 'deny' } }),
    { decision: 'deny' },
  ],
])('%s', async (_, command, expected) => {
  expect(await fireGuard(command)).toMatchObject({ ...expected, failedOpen: [] })
})

it('F26 an ask with nobody to ask denies, with the reason', async () => {
  const hooks = await createHooks({
    PreToolUse: [{ hooks: [{ command: print({ decision: 'ask', reason: 'sure?' }) }] }],
  })
  let ran = false
  const outcome = await hooks
    .session({ permissionMode: 'yolo' })
    .tool({ name: 'Bash', input: { command: 'ls' } }, () => {
      ran = true
    })
  await hooks.close()
  expect({ ran, outcome }).toMatchObject({
    ran: false,
    outcome: { status: 'denied', reason: expect.stringContaining('sure?') },
  })
})

it('F41 what a hook says after its time is over is ignored', async () => {
  const verdict = await fireGuard(`trap '' TERM; sleep 1; ${print({ decision: 'deny' })}`, 'ignore', '200ms')
  const before = JSON.stringify(verdict)
  await wait(1500)
  expect(JSON.stringify(verdict)).toBe(before)
  expect(verdict).toMatchObject({ decision: null, failedOpen: [{ hook: 'guard', class: 'timeout' }] })
})
