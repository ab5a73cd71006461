import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SessionConfig } from '../../agent/index.ts'
import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import type { SettingSource } from '../../hooks/hooks-types.ts'
import type { ProviderOptions } from '../../models/model-types.ts'
import { readTrustFlag } from '../trust/trust-flag.ts'
import { readRules } from './read-rules.ts'
import { readScript } from './read-script.ts'
import type { RunFlags } from './run-flags.ts'

/** Dollars for a million tokens. */
export interface Price {
  input: number
  output: number
}

/** What the flags say about a run. */
export interface RunSettings {
  /** What the session is made of, the people and programs around it left out. */
  session: SessionConfig & { cwd: string }
  format: 'text' | 'json' | 'stream-json'
  price: Price | null
  debug: boolean
}

/** Reads the flags. Throws a `HookError` for what is wrong with them and how to mend it. */
export function readSettings(flags: RunFlags): RunSettings {
  const provider = readProvider(flags)
  const { model, dialect } = flags
  const maxTurns = readMaxTurns(flags['max-turns'])
  return {
    session: {
      cwd: readFolder(flags.cwd),
      settingSources: readSources(flags['setting-sources']),
      configFiles: flags.config.map((path) => ({ path: resolve(path), ...(dialect !== undefined && { dialect }) })),
      permissions: { allow: readRules('allow', flags.allow), deny: readRules('deny', flags.deny) },
      ...(provider && { provider }),
      ...(model !== undefined && { model }),
      ...(flags['permission-mode'] !== undefined && { permissionMode: flags['permission-mode'] }),
      ...(maxTurns !== undefined && { maxTurns }),
      ...(flags['pass-env'].length > 0 && { passEnv: [...flags['pass-env']] }),
      ...readTrustFlag(flags['trust-hooks']),
    },
    format: readFormat(flags),
    price: readPrice(flags.price),
    debug: flags.debug,
  }
}

function readProvider(flags: RunFlags): ProviderOptions | undefined {
  const { provider: type, script, 'base-url': baseUrl } = flags
  if (script !== undefined) {
    if (type !== undefined && type !== 'scripted')
      throw usage(`--script is for the embedded model, and --provider says ${type}`, 'Leave one of the two out.')
    if (baseUrl !== undefined)
      throw usage('--script is for the embedded model, and --base-url for another one', 'Leave one of the two out.')
    return { type: 'scripted', script: readScript(script) }
  }
  if (type === 'scripted') throw usage('--provider scripted has nothing to say', 'Give its steps with --script FILE.')
  if (baseUrl !== undefined && !/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw usage(`--base-url is "${baseUrl}"`, 'Write an address such as http://localhost:8080/v1.')
  if (type === 'openai-compatible' && baseUrl === undefined)
    throw usage(
      '--provider openai-compatible needs --base-url',
      'Write where its API is: --base-url http://localhost:8080/v1.',
    )
  if (type !== undefined) return { type, ...(baseUrl !== undefined && { baseUrl }) }
  if (baseUrl === undefined) return undefined
  throw usage('--base-url is of a provider, and none is named', 'Name it with --provider.')
}

const allSources: readonly SettingSource[] = ['managed', 'user', 'project', 'local']

function readSources(list: string | undefined): readonly SettingSource[] {
  if (list === undefined) return allSources
  if (list === 'none') return []
  return list.split(',').map((word) => {
    const found = allSources.find((source) => source === word.trim())
    if (found) return found
    const nearest = nearestName(word.trim(), allSources)
    throw usage(
      `--setting-sources does not know "${word.trim()}"`,
      `${nearest === undefined ? '' : `Did you mean "${nearest}"? `}Valid: ${allSources.join(', ')}, or none.`,
    )
  })
}

function readFolder(given: string | undefined): string {
  const folder = resolve(given ?? '.')
  if (given === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw usage(`--cwd ${given} is no folder`, 'Give the root of the project.')
}

function readMaxTurns(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw usage(`--max-turns is "${given}"`, 'Write a whole number of at least 1.')
}

function readPrice(given: string | undefined): Price | null {
  if (given === undefined) return null
  const [, input, output] = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(given) ?? []
  if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) }
  throw usage(`--price is "${given}"`, 'Write the dollars for a million tokens in and out, such as 3/15.')
}

function readFormat({ json, 'output-format': format }: RunFlags): RunSettings['format'] {
  if (!json) return format ?? 'text'
  if (format === undefined || format === 'json') return 'json'
  throw usage(`--json is --output-format json, and --output-format says ${format}`, 'Leave one of the two out.')
}

/** The error for a call that cannot be understood. */
export function usage(message: string, hint: string): HookError {
  return new HookError('USAGE', message, { hint })
}
