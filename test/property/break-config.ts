import { stringify } from 'smol-toml'
import type { DialectName } from '../../src/protocol/dialect.ts'

/** A valid configuration from which broken ones are made. */
export interface SoundConfig {
  name: string
  dialect: DialectName
  extension: 'json' | 'jsonc' | 'toml'
  value: Record<string, unknown>
  /** Paths whose keys are free: names of variables, of tools, or settings of the product that are not judged. */
  free: RegExp
  /** Paths that may also hold a value of another kind, and which kinds. */
  alsoFits: readonly [RegExp, readonly Kind[]][]
  hooks: number
}

export type Kind = 'text' | 'number' | 'flag' | 'list' | 'object'

/** One broken configuration: what was done to it, and its text. */
export interface BrokenConfig {
  done: string
  text: string
}

/** Writes a configuration in the format of its file. */
export function writeSound({ extension, value }: SoundConfig): string {
  return write(extension, value)
}

/** Every way to misspell one key, and to put a value of a wrong kind in one place. Each one makes the configuration invalid. */
export function breakValues(sound: SoundConfig): BrokenConfig[] {
  return listPlaces(sound.value)
    .filter(({ path }) => !sound.free.test(path))
    .flatMap((place) => [...misspellKey(sound, place), ...misplaceValues(sound, place)])
}

/** Every text that ends inside the document, and every text that lacks one of its brackets. Only for JSON. */
export function breakText(sound: SoundConfig): BrokenConfig[] {
  const text = writeSound(sound).trimEnd()
  const positions = Array.from({ length: text.length }, (_, index) => index)
  const brackets = positions.filter((index) => '{}[]'.includes(text[index]!) && !isInsideText(text, index))
  return [
    ...positions
      .filter((index) => index % 7 === 1)
      .map((index) => ({ done: `ends after ${index} characters`, text: text.slice(0, index) })),
    ...brackets.map((index) => ({
      done: `lacks the ${text[index]} at ${index}`,
      text: text.slice(0, index) + text.slice(index + 1),
    })),
  ]
}

interface PlacedValue {
  path: string
  holder: readonly (string | number)[]
  key: string | number
  value: unknown
}

function listPlaces(value: unknown, holder: readonly (string | number)[] = []): PlacedValue[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]) => {
    const steps = [...holder, key]
    return [{ path: steps.join('.'), holder, key, value: inner }, ...listPlaces(inner, steps)]
  })
}

function misspellKey(sound: SoundConfig, { path, holder, key }: PlacedValue): BrokenConfig[] {
  if (typeof key === 'number') return []
  const wrong = `${key.slice(0, 1)}${key.slice(2)}x`
  const renamed = editAt(sound.value, holder, (inner) =>
    Object.fromEntries(Object.entries(inner as object).map(([name, value]) => [name === key ? wrong : name, value])),
  )
  return [{ done: `${path} is called ${wrong}`, text: write(sound.extension, renamed) }]
}

const samples: Readonly<Record<Kind, unknown>> = { text: 'soon', number: -42, flag: true, list: [7], object: { a: 1 } }

function misplaceValues(sound: SoundConfig, { path, holder, key, value }: PlacedValue): BrokenConfig[] {
  const fits = sound.alsoFits.filter(([pattern]) => pattern.test(path)).flatMap(([, kinds]) => kinds)
  const kinds = (Object.keys(samples) as Kind[]).filter((kind) => kind !== kindOf(value) && !fits.includes(kind))
  return kinds.map((kind) => ({
    done: `${path} is ${JSON.stringify(samples[kind])}`,
    text: write(
      sound.extension,
      editAt(sound.value, [...holder, key], () => samples[kind]),
    ),
  }))
}

function kindOf(value: unknown): Kind {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'flag'
  return typeof value === 'number' ? 'number' : 'object'
}

function editAt(value: unknown, steps: readonly (string | number)[], edit: (inner: unknown) => unknown): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return edit(value)
  if (Array.isArray(value)) return value.map((inner, index) => (index === step ? editAt(inner, rest, edit) : inner))
  return Object.fromEntries(
    Object.entries(value as object).map(([key, inner]) => [key, key === step ? editAt(inner, rest, edit) : inner]),
  )
}

function write(extension: SoundConfig['extension'], value: unknown): string {
  if (extension === 'toml') return stringify(value as Record<string, unknown>)
  const text = `${JSON.stringify(value, null, 2)}\n`
  return extension === 'jsonc' ? `// Guards.\n${text}` : text
}

function isInsideText(text: string, end: number): boolean {
  return (text.slice(0, end).replaceAll(/\\./g, '').split('"').length - 1) % 2 === 1
}
