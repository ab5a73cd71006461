import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'

/** A flag of a command. */
export interface FlagSpec {
  /** `switch` takes no value. */
  readonly type: 'text' | 'switch'
  readonly about: string
  /** What the value is, in capitals: `FILE`. */
  readonly value?: string
  /** May be given several times. */
  readonly many?: true
  /** Other spellings. */
  readonly aliases?: readonly string[]
  /** What it means when it is written without a value; one that is given then stands after `=`. */
  readonly bare?: string
  /** The values it takes. */
  readonly choices?: readonly string[]
}

export type FlagSpecs = Readonly<Record<string, FlagSpec>>

/** What was given, by the names in the specs. */
export type FlagValues<Specs extends FlagSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { type: 'switch' }
    ? boolean
    : Specs[Name] extends { many: true }
      ? readonly string[]
      : ValueOf<Specs[Name]> | undefined
}

type ValueOf<Spec extends FlagSpec> = Spec extends { choices: readonly (infer Choice)[] } ? Choice : string

/** A command line, taken apart. */
export interface ParsedFlags<Specs extends FlagSpecs> {
  flags: FlagValues<Specs>
  arguments: string[]
}

/**
 * Takes a command line apart; what stands after `--` is plain arguments. Throws a `HookError` `USAGE` that names the wrong
 * flag and how to mend it. A flag is never guessed: neither abbreviations nor a flag as the value of another are taken.
 */
export function parseFlags<const Specs extends FlagSpecs>(
  argv: readonly string[],
  specs: Specs,
  maxArguments = Number.POSITIVE_INFINITY,
): ParsedFlags<Specs> {
  const names = listSpellings(specs)
  const values = emptyValues(specs)
  const plain: string[] = []
  const words = argv.values()
  for (const word of words) {
    if (word === '--') plain.push(...words)
    else if (word.startsWith('-') && word !== '-') takeOption(readOption(word, names, words), names, values)
    else plain.push(word)
  }
  refuseSurplus(plain, maxArguments)
  return { flags: values as FlagValues<Specs>, arguments: plain }
}

function readOption(word: string, names: Spellings, words: Iterator<string>): OptionToken {
  if (!word.startsWith('--')) return { name: word.slice(1, 2), rawName: word.slice(0, 2) }
  const equals = word.indexOf('=', 3)
  if (equals !== -1) {
    const rawName = word.slice(0, equals)
    return { name: rawName.slice(2), rawName, value: word.slice(equals + 1), inlineValue: true }
  }
  const name = word.slice(2)
  const spec = names.get(name)?.spec
  return { name, rawName: word, ...(spec && takesNextWord(spec) && { value: words.next().value }) }
}

function takesNextWord({ type, bare }: FlagSpec): boolean {
  return type === 'text' && bare === undefined
}

type Spellings = ReadonlyMap<string, { name: string; spec: FlagSpec }>

function listSpellings(specs: FlagSpecs): Spellings {
  return new Map(
    Object.entries(specs).flatMap(([name, spec]) =>
      [name, ...(spec.aliases ?? [])].map((spelling) => [spelling, { name, spec }] as const),
    ),
  )
}

function emptyValues(specs: FlagSpecs): Record<string, boolean | string | string[] | undefined> {
  const empty = (spec: FlagSpec): boolean | string[] | undefined => {
    if (spec.type === 'switch') return false
    return spec.many ? [] : undefined
  }
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, empty(spec)]))
}

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean
}

function takeOption(token: OptionToken, names: Spellings, values: ReturnType<typeof emptyValues>): void {
  const known = names.get(token.name)
  if (known === undefined || !token.rawName.startsWith('--')) throw unknownFlag(token.rawName, names)
  const { name, spec } = known
  if (spec.type === 'switch') {
    if (token.value !== undefined) throw usage(`--${token.name} takes no value`, `Write just --${token.name}.`)
    values[name] = true
    return
  }
  const value = token.value === undefined && spec.bare !== undefined ? spec.bare : readValue(token, spec)
  const before = values[name]
  if (Array.isArray(before)) before.push(value)
  else if (before === undefined) values[name] = value
  else throw usage(`--${token.name} was given twice: ${before} and ${value}`, 'Give it once.')
}

function unknownFlag(rawName: string, names: Spellings): HookError {
  const nearest = nearestName(rawName.replace(/^-+/, ''), names.keys())
  const known = [...names.keys()].map((name) => `--${name}`).join(' ')
  const hint = nearest === undefined ? `Known here: ${known}.` : `Did you mean --${nearest}? Known here: ${known}.`
  return usage(`unknown flag ${rawName}`, hint)
}

function readValue({ name, value, inlineValue }: OptionToken, spec: FlagSpec): string {
  const example = `--${name} ${spec.choices?.[0] ?? spec.value ?? 'VALUE'}`
  if (value === undefined || value === '') throw usage(`--${name} needs a value`, `Write ${example}.`)
  if (!inlineValue && value.length > 1 && value.startsWith('-'))
    throw usage(
      `--${name} needs a value, found the flag ${value}`,
      `Write ${example}; a value that begins with "-" is written --${name}=${value}.`,
    )
  if (spec.choices && !spec.choices.includes(value)) {
    const nearest = nearestName(value, spec.choices)
    const valid = `Valid: ${spec.choices.join(', ')}.`
    throw usage(
      `--${name} does not know "${value}"`,
      nearest === undefined ? valid : `Did you mean "${nearest}"? ${valid}`,
    )
  }
  return value
}

function refuseSurplus(plain: readonly string[], max: number): void {
  if (plain.length <= max) return
  const takes = max === 0 ? 'It takes none.' : `It takes at most ${max}.`
  throw usage(`unexpected argument "${plain[max]}"`, `${takes} Values of flags stand right after their flag.`)
}

function usage(message: string, hint: string): HookError {
  return new HookError('USAGE', message, { hint })
}
