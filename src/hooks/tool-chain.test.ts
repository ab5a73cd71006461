import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '../protocol/common-input.ts'
import type { HooksConfig } from '../protocol/native-config.ts'
import { createHooks, type Hooks } from './create-hooks.ts'
import type { CanUseTool } from './permission-types.ts'
import type { ToolCallRequest, ToolOutcome } from './tool-chain.ts'
import type { ToolKind } from './tool-kind.ts'

// Every combination of what hooks, rules, the host, the mode and people may say about one call. What must come of it stands
// in the oracle below, written from the rules of the permission chain and not from its code.

const asked = { text: 'as asked' }
const rewritten = { text: 'as rewritten by a hook' }
const updated = { text: 'as updated by the host' }

const dimensions = {
  hooks: ['none', 'allow', 'ask', 'deny', 'rewrite', 'rewrite+allow'],
  rules: ['none', 'allow', 'ask', 'deny'],
  host: ['absent', 'allow', 'allow+update', 'deny', 'deny+interrupt', 'ask', 'throws', 'bad answer'],
  mode: ['default', 'autoEdit', 'yolo', 'plan'],
  kind: ['readonly', 'write', 'execute'],
  approver: ['none', 'yes', 'no'],
  request: ['none', 'allow', 'deny'],
} as const

type Cell = { [D in keyof typeof dimensions]: (typeof dimensions)[D][number] }

interface Expected {
  /** What the tool runs with; null when it does not run. */
  runsWith: object | null
  interrupt: boolean
  /** Whether people had to be asked, as far as hooks left the question open. */
  notified: boolean
  requested: boolean
  hostCalled: boolean
  /** Nobody was there to ask. */
  nobody: boolean
}

function oracle(cell: Cell): Expected {
  const result: Expected = {
    runsWith: null,
    interrupt: false,
    notified: false,
    requested: false,
    hostCalled: false,
    nobody: false,
  }
  // 1. and 2.
  if (cell.hooks === 'deny' || cell.rules === 'deny') return result
  if (cell.mode === 'plan' && cell.kind !== 'readonly') return result
  const input = cell.hooks.startsWith('rewrite') ? rewritten : asked
  // 3.
  const opinions = [cell.hooks === 'rewrite+allow' ? 'allow' : cell.hooks, cell.rules]
  const decision = opinions.includes('ask') ? 'ask' : opinions.includes('allow') ? 'allow' : null
  // 4.
  result.hostCalled = cell.host !== 'absent'
  switch (cell.host) {
    case 'allow':
      return { ...result, runsWith: input }
    case 'allow+update':
      return { ...result, runsWith: updated }
    case 'deny':
    case 'throws':
    case 'bad answer':
      return result
    case 'deny+interrupt':
      return { ...result, interrupt: true }
  }
  // 5.
  if (decision === 'allow') return { ...result, runsWith: input }
  const freeKinds = { default: ['readonly'], plan: ['readonly'], autoEdit: ['readonly', 'write'] }
  const isFree = cell.mode === 'yolo' || freeKinds[cell.mode].includes(cell.kind)
  if (decision === null && isFree) return { ...result, runsWith: input }
  // 6.
  result.requested = true
  if (cell.request === 'deny') return result
  if (cell.request === 'allow') return { ...result, runsWith: input }
  result.notified = true
  if (cell.approver === 'yes') return { ...result, runsWith: input }
  return { ...result, nobody: cell.approver === 'none' }
}

interface Seen {
  ran: unknown[]
  host: unknown[]
  notified: number
  requested: number
  posted: number
}

async function createProbe(hooks: Cell['hooks'], request: Cell['request'], seen: Seen): Promise<Hooks> {
  const decide = (decision: string): object => ({ permissionDecision: decision, permissionDecisionReason: 'by a hook' })
  const answers: Record<Cell['hooks'], object | undefined> = {
    none: undefined,
    allow: decide('allow'),
    ask: decide('ask'),
    deny: decide('deny'),
    rewrite: { updatedInput: rewritten },
    'rewrite+allow': { ...decide('allow'), updatedInput: rewritten },
  }
  const config: HooksConfig = {
    PreToolUse: [() => answers[hooks] as never],
    PermissionRequest: [
      () => {
        seen.requested++
        return request === 'none' ? undefined : { permissionDecision: request, permissionDecisionReason: 'by a hook' }
      },
    ],
    Notification: [() => void seen.notified++],
    PostToolUse: [() => void seen.posted++],
    PostToolUseFailure: [() => void seen.posted++],
  }
  return createHooks(config, { observer: () => {} })
}

function hostOf(host: Cell['host'], seen: Seen): CanUseTool | undefined {
  const answers: Record<Exclude<Cell['host'], 'absent' | 'throws'>, unknown> = {
    allow: { behavior: 'allow' },
    'allow+update': { behavior: 'allow', updatedInput: updated },
    deny: { behavior: 'deny', message: 'the host says no' },
    'deny+interrupt': { behavior: 'deny', interrupt: true },
    ask: { behavior: 'ask' },
    'bad answer': { behavior: 'yes' },
  }
  if (host === 'absent') return undefined
  return (_, input) => {
    seen.host.push(input)
    if (host === 'throws') throw new Error('the host is broken')
    return answers[host] as never
  }
}

async function tryCell(cell: Cell, hooks: Hooks, seen: Seen): Promise<ToolOutcome> {
  Object.assign(seen, { ran: [], host: [], notified: 0, requested: 0, posted: 0 })
  const canUseTool = hostOf(cell.host, seen)
  const session = hooks.session({
    id: 's',
    permissionMode: cell.mode as PermissionMode,
    ...(cell.rules !== 'none' && { permissions: { [cell.rules]: ['Probe'] } }),
    ...(canUseTool && { canUseTool }),
    ...(cell.approver !== 'none' && { onAsk: () => cell.approver === 'yes' }),
  })
  const run = (input: unknown): string => {
    seen.ran.push(input)
    return 'done'
  }
  return session.tool({ name: 'Probe', input: asked, kind: cell.kind as ToolKind }, run)
}

function judge(cell: Cell, outcome: ToolOutcome, seen: Seen): string[] {
  const expected = oracle(cell)
  const wrong: string[] = []
  const check = (what: string, found: unknown, wanted: unknown): void => {
    if (JSON.stringify(found) !== JSON.stringify(wanted)) wrong.push(`${what}: ${JSON.stringify(found)}`)
  }
  check('ran with', seen.ran, expected.runsWith === null ? [] : [expected.runsWith])
  check('status', outcome.status, expected.runsWith === null ? 'denied' : 'ok')
  check('interrupt', outcome.interrupt, expected.interrupt)
  check('host asked', seen.host.length, expected.hostCalled ? 1 : 0)
  check('requested', seen.requested, expected.requested ? 1 : 0)
  check('notified', seen.notified, expected.notified ? 1 : 0)
  check('posted', seen.posted, expected.runsWith === null ? 0 : 1)
  const reason = outcome.reason ?? ''
  check('has a reason', reason.trim() !== '', expected.runsWith === null)
  const remedies = ['canUseTool', 'onAsk', 'permissions.allow', 'PermissionRequest', 'permission mode']
  check(
    'remedies',
    remedies.every((remedy) => reason.includes(remedy)),
    expected.nobody,
  )
  return wrong.map((text) => `${JSON.stringify(cell)} ${text}`)
}

function* cellsOf<D extends keyof Cell>(names: readonly D[]): Generator<Pick<Cell, D>> {
  const [name, ...rest] = names
  if (name === undefined) yield {} as Pick<Cell, D>
  else
    for (const value of dimensions[name])
      for (const cell of cellsOf(rest)) yield { ...cell, [name]: value } as Pick<Cell, D>
}

describe('the permission chain', () => {
  it('lets a call run exactly when the rules say so, with exactly the input they say', async () => {
    const wrong: string[] = []
    const count = { cells: 0, ran: 0 }
    for (const outer of cellsOf(['hooks', 'request'])) {
      const seen: Seen = { ran: [], host: [], notified: 0, requested: 0, posted: 0 }
      const hooks = await createProbe(outer.hooks, outer.request, seen)
      for (const inner of cellsOf(['rules', 'host', 'mode', 'kind', 'approver'])) {
        const cell = { ...outer, ...inner }
        wrong.push(...judge(cell, await tryCell(cell, hooks, seen), seen))
        count.cells++
        count.ran += seen.ran.length
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(count.cells).toBe(6 * 4 * 8 * 4 * 3 * 3 * 3)
    expect(count.ran).toBeGreaterThan(1000)
  })
})

describe('options that a tool call does not know', () => {
  it.each(['canUseTool', 'permissionMode', 'sginal'])('are refused before anything happens: %s', async (name) => {
    const hooks = await createHooks({})
    const ran: unknown[] = []
    const call = hooks.session().tool({ name: 'Read', input: {} }, () => ran.push(1), { [name]: 'x' })
    await expect(call).rejects.toMatchObject({
      code: 'CONFIG_UNKNOWN_KEY',
      message: `tool() does not know the option "${name}"`,
      hint: expect.stringContaining('hooks.session()'),
    })
    expect(ran).toEqual([])
    await hooks.close()
  })
})

it.each([
  [{ toolName: 'Bash', toolInput: {} }, 'found name: undefined'],
  [{ name: '', input: {} }, 'found name: ""'],
  ['Bash', 'found "Bash"'],
])('refuses a tool call without a name before anything happens: %j', async (call, found) => {
  const hooks = await createHooks({})
  const ran: unknown[] = []
  const outcome = hooks.session().tool(call as unknown as ToolCallRequest, () => ran.push(1))
  await expect(outcome).rejects.toMatchObject({ code: 'EVENT_INVALID_INPUT', message: expect.stringContaining(found) })
  expect(ran).toEqual([])
})
