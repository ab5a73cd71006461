import { describeThrown } from '../base/describe-thrown.ts'
import { createId } from '../base/ids.ts'
import { copyPlain, stableJson } from '../base/json.ts'
import { createRedactor } from '../base/redact.ts'
import { tell } from '../engine/run.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { ObservedStep, Observer } from '../protocol/ports.ts'
import type { RunBody } from '../protocol/records.ts'
import { describeSource } from '../protocol/source.ts'
import type { Job, Store } from '../protocol/store.ts'

/** The queue of hooks that nobody waits for. */
const queue = 'async-hooks'

/** How often a hook is begun: again once, when the process of the first time was killed. */
const mostAttempts = 2

/** Keeps hooks that nobody waits for until they are done, and does those that a killed process has left. */
export interface JobKeeper {
  /** Puts hooks into the queue when they start and takes them out when they end. The alarm hears once that this failed. */
  watch(alarm: Observer): Observer
  /** Takes up what was left by processes that are gone; runs again what can be run again. Never rejects. */
  resume(place: ResumePlace): Promise<void>
}

export interface ResumePlace {
  projectDir: string
  hooks: readonly Hook[]
  rerun(job: { hook: Hook; input: FullInput; sessionId: string; firing: string }): Promise<void>
}

interface KeeperOptions {
  store: Store
  env: Readonly<Record<string, string | undefined>>
  /** Hidden beside the credentials of the environment. */
  secrets: readonly string[]
  now(): number
}

/** Makes what keeps hooks that nobody waits for. A queue that cannot be used keeps no hook from running. */
export function createJobKeeper(options: KeeperOptions): JobKeeper {
  const { store, env, secrets, now } = options
  const redactor = createRedactor({ env, secrets })
  const begun = new Map<string, string>()
  const keyOf = (step: { firing: string; hook: Hook }): string => `${step.firing} ${step.hook.id}`
  const begin = (step: Extract<ObservedStep, { type: 'hookStart' }>, attempt: Attempt): void => {
    const { sessionId, firing } = step
    if (begun.has(keyOf(step))) return
    const id = createId()
    begun.set(keyOf(step), id)
    const body = describeJob(step, (input) => redactor.value(input))
    attempt(() => store.commit([{ change: 'enqueue', job: { id, queue, sessionId, firing, body } }]))
  }
  return {
    watch(alarm) {
      const attempt = createAttempt(alarm)
      // In the same turn: what has started is in the queue before anybody can learn of the event's verdict.
      return (step) => {
        if (step.type === 'hookStart' && isKept(step.hook)) begin(step, attempt)
        else if (step.type === 'hookEnd' && isKept(step.hook)) {
          const id = begun.get(keyOf(step))
          begun.delete(keyOf(step))
          if (id !== undefined) attempt(() => store.commit([{ change: 'finish', id }]))
        }
      }
    },
    async resume(place) {
      // Nobody who starts an engine waits for this.
      await new Promise((resolve) => setImmediate(resolve))
      try {
        const left = (await store.orphans(queue)).filter(({ body }) => body['projectDir'] === place.projectDir)
        for (const job of left) {
          const hook = findHook(job, place.hooks)
          if (!(await takeUp(store, job, { hook, at: now() })) || hook === undefined) continue
          const firing = job.firing ?? job.id
          begun.set(keyOf({ firing, hook }), job.id)
          await place.rerun({ hook, input: job.body['input'] as FullInput, sessionId: job.sessionId, firing })
        }
      } catch {
        // whoever opens the store next tries again
      }
    },
  }
}

// A function has no definition that could be compared with that of another process.
function isKept(hook: Hook): boolean {
  return hook.async && hook.handler.type !== 'callback'
}

type Attempt = (work: () => unknown) => void

// The hook runs all the same; it is only not known to those who come after us, which its owner should hear once.
function createAttempt(alarm: Observer): Attempt {
  let told = false
  const fail = (error: unknown): void => {
    if (told) return
    told = true
    const message = `Hooks that nobody waits for cannot be kept: ${describeThrown(error)}. They run, but do not survive the end of this process.`
    const hint = 'Look whether the folder of the records can be written and has room.'
    tell(alarm, () => ({ type: 'notice', code: 'QUEUE_UNAVAILABLE', message, hint }))
  }
  return (work) => {
    try {
      const answer = work()
      if (answer instanceof Promise) answer.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

function describeJob(
  { hook, input }: Extract<ObservedStep, { type: 'hookStart' }>,
  redact: (input: FullInput) => FullInput,
): Record<string, unknown> {
  const clean = redact(input)
  // With its secrets hidden it is another input: what a hook would do on it is nobody's wish.
  const exact = stableText(clean) === stableText(input)
  return {
    hook: hook.id,
    digest: digestHook(hook),
    event: hook.event,
    source: describeSource(hook.source),
    handler: hook.handler.type,
    dialect: hook.dialect.name,
    projectDir: input.projectDir,
    ...(exact && { input: clean }),
  }
}

function stableText(value: unknown): string {
  try {
    return stableJson(copyPlain(value))
  } catch {
    return createId()
  }
}

function digestHook(hook: Hook): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  const definition = stableText({ event: hook.event, dialect: hook.dialect.name, handler: hook.handler })
  return createHash('sha256').update(definition).digest('hex')
}

function findHook({ body, attempts }: Job, hooks: readonly Hook[]): Hook | undefined {
  if (attempts >= mostAttempts || body['input'] === undefined) return undefined
  const same = hooks.find(({ id }) => id === body['hook'])
  if (!same || same.idle || !isKept(same)) return undefined
  return digestHook(same) === body['digest'] ? same : undefined
}

/** Records that the run was interrupted and makes the job ours, or ends it. False when another process was first. */
async function takeUp(store: Store, job: Job, { hook, at }: { hook: Hook | undefined; at: number }): Promise<boolean> {
  const { id, attempts, sessionId, firing } = job
  const body = describeInterrupted(job, hook)
  const [won] = await store.commit([{ change: 'adopt', job: { id, attempts } }])
  if (won !== true) return false
  await store.commit([
    { change: 'append', record: { sessionId, firing, at, kind: 'run', body } },
    ...(hook === undefined ? [{ change: 'finish', id } as const] : []),
  ])
  return true
}

function describeInterrupted({ body }: Job, hook: Hook | undefined): RunBody {
  const text = (field: string): string => String(body[field])
  const next = hook ? 'it runs once more' : 'it does not run again: it was begun twice, has changed, or saw a secret'
  return {
    event: body['event'] as RunBody['event'],
    hook: text('hook'),
    source: text('source'),
    handler: text('handler'),
    dialect: text('dialect'),
    status: 'cancelled',
    startMs: 0,
    ms: 0,
    decision: null,
    reason: null,
    message: `interrupted: the process that ran it was killed; ${next}`,
    async: true,
  }
}
