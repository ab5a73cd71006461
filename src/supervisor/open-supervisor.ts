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
  const names = [...[...knownKeys].map(toCamelCase), ...codeKeys]
  const unknown = Object.keys(options).find((key) => !names.includes(key))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, names)
    throw new HookError('CONFIG_INVALID_VALUE', `supervisor does not know "${unknown}"`, {
      hint: nearest ? `Did you mean "${nearest}"?` : `It takes ${names.join(', ')}.`,
    })
  }
  if (options.prompt !== undefined && (typeof options.prompt !== 'string' || options.prompt.trim() === ''))
    throw new HookError('CONFIG_INVALID_VALUE', 'supervisor.prompt is blank or no text', {
      hint: 'Leave it out for SUPERVISOR.md, or for the built-in prompt.',
    })
  try {
    readSection(toSection(options), (key) => `supervisor.${toCamelCase(key)}`)
  } catch (error) {
    throw new HookError('CONFIG_INVALID_VALUE', toCamelCases((error as Error).message))
  }
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
