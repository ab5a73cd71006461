import type {
  SupervisedSession,
  Supervisor,
  SupervisorCall,
  SupervisorOptions,
} from '../agent/supervisor/supervisor-port.ts'
import { HookError } from '../base/errors.ts'
import { nearestName, toCamelCase } from '../base/names.ts'
import { createProvider } from '../models/index.ts'
import type { CallingSession } from './hook-call.ts'
import { toSection } from './session-section.ts'
import { knownKeys, readSection } from './settings.ts'
import { supervise } from './supervise.ts'

/**
 * The supervisor inside a session: what the program does, with the same settings, counters and records, without a process.
 * Rejects with a `HookError` for options that cannot be right.
 */
export async function openSupervisor(options: SupervisorOptions, session: SupervisedSession): Promise<Supervisor> {
  checkOptions(options)
  const calling: CallingSession = { ...session, options, reviewModel: findReviewModel(options, session) }
  return { answer: (call) => answer(call, calling) }
}

const codeKeys = ['prompt', 'onFailure']

function checkOptions(options: SupervisorOptions): void {
  if (!isObject(options)) throw refuse(`supervisor is ${show(options)}`, 'Give true, false, or an object of options.')
  const { reviewer, prompt, onFailure } = options
  const names = [...[...knownKeys].map(toCamelCase), ...codeKeys]
  const unknown = Object.keys(options).find((key) => !names.includes(key))
  if (unknown !== undefined) throw refuseKey('supervisor', unknown, names)
  if (prompt !== undefined && (typeof prompt !== 'string' || prompt.trim() === ''))
    throw refuse('supervisor.prompt is blank or no text', 'Leave it out for SUPERVISOR.md, or for the built-in prompt.')
  if (onFailure !== undefined && onFailure !== 'ignore' && onFailure !== 'deny')
    throw refuse(`supervisor.onFailure is ${show(onFailure)}`, 'Valid: ignore, deny.')
  if (reviewer != null && !isObject(reviewer))
    throw refuse(`supervisor.reviewer is ${show(reviewer)}`, "Give an object such as { type: 'claude' }.")
  try {
    const settings = readSection(toSection(options), (key) => `supervisor.${toCamelCase(key)}`)
    for (const key of settings.unknown) throw new Error(`supervisor does not know "${toCamelCases(key)}"`)
  } catch (error) {
    throw new HookError('CONFIG_INVALID_VALUE', toCamelCases((error as Error).message))
  }
}

function refuse(message: string, hint: string): HookError {
  return new HookError('CONFIG_INVALID_VALUE', message, { hint })
}

function refuseKey(where: string, key: string, names: readonly string[]): HookError {
  const nearest = nearestName(key, names)
  const hint = nearest ? `Did you mean "${nearest}"?` : `It takes ${names.join(', ')}.`
  return refuse(`${where} does not know "${key}"`, hint)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? typeof value
}

// The reader speaks of the settings file, which spells names otherwise than code.
function toCamelCases(message: string): string {
  return message.replace(/\b(?:pass_env|base_url)\b/g, toCamelCase)
}

// One provider for all reviews: one that counts its steps goes on counting.
function findReviewModel({ reviewer }: SupervisorOptions, session: SupervisedSession): CallingSession['reviewModel'] {
  const own = reviewer?.type === 'model' ? reviewer.provider : undefined
  let opening: ReturnType<typeof createProvider> | undefined
  return async () => {
    opening ??= own ? createProvider(own, session.env) : Promise.resolve(session.model().provider.fork())
    const provider = await opening
    return { provider, name: own ? provider.defaultModel : session.model().name }
  }
}

async function answer(
  { argv, env, input, signal }: SupervisorCall,
  session: CallingSession,
): ReturnType<Supervisor['answer']> {
  const told: string[] = []
  const end = await supervise({
    argv,
    env,
    cwd: session.cwd,
    readStdin: async () => ({ bytes: Buffer.from(input), timedOut: false }),
    tell: (line) => void told.push(`${line}\n`),
    prepare: () => signal,
    session,
  })
  return { ...end, stderr: `${told.join('')}${end.stderr}` }
}
