import type { FailurePolicy } from '../../src/index.ts'
import type { Random } from './random.ts'

/** What a simulated hook does when it runs. */
export interface Behaviour {
  /** How long it takes; more than its timeout means it is late. */
  delay: number
  answer: 'silent' | 'allow' | 'deny' | 'ask' | 'rewrite' | 'crash' | 'spawn' | 'garbage' | 'throw'
  /** The key and value of a rewrite. */
  key: string
  value: number
  /** A handler that ignores its deadline and its signal. */
  deaf: boolean
}

export interface SimulatedHook {
  id: string
  kind: 'command' | 'callback'
  timeout: number
  policy: FailurePolicy
  async: boolean
  shadow: boolean
  once: boolean
  matches: boolean
  behaviour: Behaviour
}

export interface Schedule {
  hooks: SimulatedHook[]
  maxConcurrent: number
  /** When the caller aborts; never when null. */
  abortAt: number | null
  /** When the configuration is reloaded; never when null. */
  reloadAt: number | null
  /** How often the event fires in the session. */
  times: number
}

const answers = ['silent', 'silent', 'allow', 'deny', 'ask', 'rewrite', 'crash', 'spawn', 'garbage', 'throw'] as const

/** A random configuration with a random fate for each of its hooks. */
export function drawSchedule(random: Random): Schedule {
  const count = 1 + random.below(7)
  return {
    hooks: Array.from({ length: count }, (_, n) => drawHook(random, n)),
    maxConcurrent: 1 + random.below(5),
    abortAt: random.chance(0.12) ? random.below(1500) : null,
    reloadAt: random.chance(0.1) ? random.below(1500) : null,
    times: random.chance(0.2) ? 2 : 1,
  }
}

function drawHook(random: Random, n: number): SimulatedHook {
  const timeout = 100 * (1 + random.below(10))
  return {
    id: `h${n}`,
    kind: random.chance(0.6) ? 'command' : 'callback',
    timeout,
    policy: random.pick(['ignore', 'ignore', 'ask', 'deny']),
    async: random.chance(0.12),
    shadow: random.chance(0.1),
    once: random.chance(0.1),
    matches: random.chance(0.85),
    behaviour: {
      delay: random.chance(0.15) ? timeout * 3 : random.below(timeout),
      answer: random.pick(answers),
      key: random.pick(['a', 'b']),
      value: random.below(2),
      deaf: random.chance(0.05),
    },
  }
}
