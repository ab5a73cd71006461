import { createHooks } from '../../src/hooks/create-hooks.ts'
import type { Handler, HookEntry, HooksConfig, RawResult, RunRequest, Verdict } from '../../src/index.ts'
import type { Behaviour, Schedule, SimulatedHook } from './schedule.ts'
import { VirtualClock } from './virtual-clock.ts'

/** What happened when a schedule was played. */
export interface Play {
  verdicts: Verdict[]
  /** Virtual milliseconds that each firing took. */
  took: number[]
  /** Runs in the order in which they started, with the number of the firing. */
  starts: { hook: string; firing: number }[]
  /** Runs that were over their time or aborted and were never told so. */
  left: string[]
}

/** Plays a schedule through the real engine; only time and programs are simulated. */
export async function simulate(schedule: Schedule): Promise<Play> {
  const clock = new VirtualClock()
  const play: Play = { verdicts: [], took: [], starts: [], left: [] }
  const world = { clock, play, firing: 0 }
  const hooks = await createHooks(configOf(schedule, world), {
    clock,
    observer: () => {},
    handlers: { command: simulatedCommands(schedule, world) },
  })
  const session = hooks.session({ id: 's', cwd: '/' })
  const controller = new AbortController()
  if (schedule.abortAt !== null) clock.after(schedule.abortAt, () => controller.abort())
  if (schedule.reloadAt !== null) clock.after(schedule.reloadAt, () => void hooks.reload())
  for (world.firing = 0; world.firing < schedule.times; world.firing++) {
    const started = clock.monotonic()
    const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { a: 9, b: 9 } }
    play.verdicts.push(await clock.runUntil(session.fire('PreToolUse', input, { signal: controller.signal })))
    play.took.push(clock.monotonic() - started)
  }
  return play
}

interface World {
  clock: VirtualClock
  play: Play
  firing: number
}

function configOf(schedule: Schedule, world: World): HooksConfig {
  const groups = schedule.hooks.map((hook) => {
    const options = {
      id: hook.id,
      timeout: `${hook.timeout}ms`,
      onFailure: hook.policy,
      async: hook.async,
      shadow: hook.shadow,
      once: hook.once,
    }
    const entry: HookEntry<'PreToolUse'> =
      hook.kind === 'command'
        ? { type: 'command', command: hook.id, ...options }
        : { type: 'callback', callback: () => runSimulated(hook, world) as never, ...options }
    return { matcher: hook.matches ? 'Bash' : 'Other', hooks: [entry] }
  })
  return { maxConcurrentHooks: schedule.maxConcurrent, PreToolUse: groups }
}

async function runSimulated(hook: SimulatedHook, { clock, play, firing }: World): Promise<unknown> {
  play.starts.push({ hook: hook.id, firing })
  await new Promise<void>((resolve) => void clock.after(hook.behaviour.delay, resolve))
  if (['crash', 'spawn', 'throw'].includes(hook.behaviour.answer)) throw new Error('as the schedule says')
  return answerOf(hook.behaviour)
}

function answerOf({ answer, key, value }: Behaviour): unknown {
  switch (answer) {
    case 'allow':
    case 'deny':
    case 'ask':
      return { permissionDecision: answer, permissionDecisionReason: answer }
    case 'rewrite':
      return { updatedInput: { [key]: value } }
    case 'garbage':
      return { decision: 'perhaps' }
    default:
      return {}
  }
}

function simulatedCommands(schedule: Schedule, world: World): Handler {
  const { clock, play } = world
  return {
    run: (request) =>
      new Promise<RawResult>((resolve, reject) => {
        const hook = schedule.hooks.find(({ id }) => id === request.hook.id)!
        play.starts.push({ hook: hook.id, firing: world.firing })
        const { delay, deaf } = hook.behaviour
        if (deaf) watchForBackstop(hook, request, play, clock)
        if (deaf && delay > hook.timeout) return
        const callOff = clock.after(delay, () => {
          if (hook.behaviour.answer === 'throw') reject(new Error('as the schedule says'))
          else resolve(resultOf(hook.behaviour))
        })
        if (deaf) return
        const expire = clock.after(request.timeoutMs, () => {
          callOff()
          resolve({ kind: 'process', end: { by: 'timeout' }, stdout: output(''), stderr: output(''), leftovers: [] })
        })
        request.signal?.addEventListener('abort', () => {
          callOff()
          expire()
          resolve({ kind: 'cancelled' })
        })
      }),
  }
}

// A handler that hears nothing is given up by the engine, but must have been told.
function watchForBackstop(hook: SimulatedHook, request: RunRequest, play: Play, clock: VirtualClock): void {
  if (hook.behaviour.delay <= hook.timeout) return
  clock.after(request.timeoutMs + 2000, () => {
    if (!request.signal?.aborted) play.left.push(hook.id)
  })
}

function resultOf(behaviour: Behaviour): RawResult {
  switch (behaviour.answer) {
    case 'spawn':
      return { kind: 'broken', class: 'spawn', message: 'as the schedule says' }
    case 'crash':
      return {
        kind: 'process',
        end: { by: 'exit', code: 1 },
        stdout: output(''),
        stderr: output('crash'),
        leftovers: [],
      }
    default:
      return {
        kind: 'process',
        end: { by: 'exit', code: 0 },
        stdout: output(JSON.stringify(answerOf(behaviour))),
        stderr: output(''),
        leftovers: [],
      }
  }
}

function output(text: string): { text: string; bytes: number; truncated: boolean; invalidUtf8: boolean } {
  return { text, bytes: text.length, truncated: false, invalidUtf8: false }
}
