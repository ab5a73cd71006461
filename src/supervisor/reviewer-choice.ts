/** Who shall review. */
export type ReviewerChoice =
  | { type: 'command'; command: string; passEnv: readonly string[] }
  | { type: 'claude'; model?: string; args: readonly string[] }
  | { type: 'model'; provider?: ProviderName; model?: string; baseUrl?: string }

export type ProviderName = (typeof providerNames)[number]

const providerNames = ['anthropic', 'openai', 'google', 'openai-compatible'] as const

/** Reads `--reviewer`: `command:./r.sh`, `claude`, `claude:sonnet`, `model`, `model:name` or `model:openai/name`. Throws for anything else. */
export function parseReviewerFlag(text: string): ReviewerChoice {
  const [, type, rest = ''] = /^([a-z]+)(?::(.*))?$/s.exec(text) ?? []
  if (type === 'command' && rest.trim() !== '') return { type, command: rest, passEnv: [] }
  if (type === 'claude') return { type, args: [], ...(rest !== '' && { model: rest }) }
  if (type === 'model') return { type, ...splitModel(rest) }
  const found = type === 'command' ? 'command: without a command' : `"${text}"`
  throw new Error(`--reviewer does not know ${found}; valid are command:PROGRAM, claude and model[:NAME]`)
}

function splitModel(text: string): { provider?: ProviderName; model?: string } {
  const slash = text.indexOf('/')
  const provider = providerNames.find((name) => name === text.slice(0, Math.max(0, slash)))
  const model = provider === undefined ? text : text.slice(slash + 1)
  return { ...(provider && { provider }), ...(model !== '' && { model }) }
}

/** Reads the `reviewer` of settings; `name` says in errors where it stands. */
export function readReviewerChoice(value: unknown, name: string): ReviewerChoice {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} is no object such as {"type": "claude"}`)
  const fields = value as Record<string, unknown>
  const text = (key: string): string | undefined => readText(fields[key], `${name}.${key}`)
  const list = (key: string): string[] => readList(fields[key], `${name}.${key}`)
  const model = text('model')
  switch (fields['type']) {
    case 'command': {
      const command = text('command')
      if (command === undefined) throw new Error(`${name}.command is missing`)
      return { type: 'command', command, passEnv: list('pass_env') }
    }
    case 'claude':
      return { type: 'claude', args: list('args'), ...(model !== undefined && { model }) }
    case 'model': {
      const provider = text('provider')
      const known = providerNames.find((one) => one === provider)
      if (provider !== undefined && known === undefined)
        throw new Error(`${name}.provider is "${provider}"; valid are ${providerNames.join(', ')}`)
      const baseUrl = text('base_url')
      if (baseUrl !== undefined && known === undefined) throw new Error(`${name}.base_url needs a provider beside it`)
      return {
        type: 'model',
        ...(known && { provider: known }),
        ...(model !== undefined && { model }),
        ...(baseUrl !== undefined && { baseUrl }),
      }
    }
    default: {
      const found = fields['type'] === undefined ? 'missing' : JSON.stringify(fields['type'])
      throw new Error(`${name}.type is ${found}; valid are command, claude and model`)
    }
  }
}

const keysOf: Readonly<Record<ReviewerChoice['type'], readonly string[]>> = {
  command: ['type', 'command', 'pass_env'],
  claude: ['type', 'model', 'args'],
  model: ['type', 'provider', 'model', 'base_url'],
}

/** Keys of a reviewer in settings that mean nothing for one of its type. */
export function listUnknownKeys(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { type } = value as { type?: unknown }
  const known = Object.entries(keysOf).find(([name]) => name === type)?.[1]
  return known === undefined ? [] : Object.keys(value).filter((key) => !known.includes(key))
}

function readText(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new Error(`${name} is ${JSON.stringify(value)} where a text was expected`)
}

function readList(value: unknown, name: string): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new Error(`${name} is ${JSON.stringify(value)} where a list of texts was expected`)
}
