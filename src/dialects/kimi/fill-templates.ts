import { posix } from 'node:path'
import { isRecord } from '../../protocol/schema/check.ts'
import { type PlacedTemplates, placeTemplates } from './place-templates.ts'
import type { TemplatePlace } from './template-marks.ts'

/** What templates are filled from: the payload of the event, and the directory that paths are shown relative to. */
export interface TemplateSource {
  fields: Readonly<Record<string, unknown>>
  workDir: string
}

const placed = new Map<string, PlacedTemplates>()
const rememberedCommands = 1000

/**
 * Fills the templates of a command line. Values become variables that the command line refers to inside double quotes, so
 * that no value can become shell syntax or more than one word. A missing value is empty; objects are compact JSON.
 */
export function fillTemplates(
  command: string,
  source: TemplateSource,
): { command: string; env: Record<string, string> } {
  const { pieces, places } = remember(command)
  const env: Record<string, string> = {}
  let index = 0
  const text = pieces.map((piece) => {
    if ('text' in piece) return piece.text
    const place = places[index++]!
    return place === 'unread' ? '' : refer(defineVariables(env, { index, value: readValue(piece.path, source) }), place)
  })
  return { command: text.join(''), env }
}

function remember(command: string): PlacedTemplates {
  const known = placed.get(command)
  if (known) return known
  if (placed.size >= rememberedCommands) placed.clear()
  const found = placeTemplates(command)
  placed.set(command, found)
  return found
}

function refer(variables: readonly string[], place: TemplatePlace): string {
  if (place === 'quoted') return variables.map((name) => `\${${name}}`).join('')
  return variables.length === 1 ? `"$${variables[0]}"` : `"${variables.map((name) => `\${${name}}`).join('')}"`
}

// One variable holds at most 128 KiB: a longer value is spread over several, and no gate is skipped for its size.
const unitsPerVariable = 30_000

function defineVariables(env: Record<string, string>, { index, value }: { index: number; value: string }): string[] {
  const names: string[] = []
  let from = 0
  do {
    const to = cutBetweenCharacters(value, from + unitsPerVariable)
    const name = `HOOKLINE_TEMPLATE_${index}${names.length === 0 ? '' : `_${names.length + 1}`}`
    env[name] = value.slice(from, to)
    names.push(name)
    from = to
  } while (from < value.length)
  return names
}

function cutBetweenCharacters(value: string, at: number): number {
  const unit = value.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}

function readValue(path: readonly string[], { fields, workDir }: TemplateSource): string {
  let value: unknown = fields
  for (const step of path) {
    value =
      (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, step)
        ? (value as Record<string, unknown>)[step]
        : undefined
  }
  const text = writeValue(value).replaceAll('\0', '\uFFFD')
  return path[0] === 'tool_input' && pathKey.test(path.at(-1)!) ? showPath(text, workDir) : text
}

function writeValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const pathKey = /(?:^|_)(?:path|file|filename|dir|directory)$|[a-z](?:Path|File|Dir|Directory)$/

// The document's own example writes "$KIMI_WORK_DIR/{{tool_input.file_path}}", so a path in there is shown relative.
function showPath(text: string, workDir: string): string {
  const relative = posix.isAbsolute(text) ? posix.relative(workDir, text) : text
  const inside = relative !== '' && relative !== '..' && !relative.startsWith('../') ? relative : text
  // A file called `--exec=…` must not become an option of the command that is given it.
  return inside.startsWith('-') ? `./${inside}` : inside
}
