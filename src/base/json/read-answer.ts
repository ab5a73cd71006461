import { type JsonObject, parseScanned, tooDeepMessage, withPlace } from './parse-json.ts'
import { maxJsonKeys, type ScanFault, type ScannedValue, scanJson } from './scan-json.ts'

/** What a hook's output is, before anyone asks what it means. */
export type AnswerReading =
  /** Nothing but blanks. */
  | { kind: 'empty' }
  /** No JSON object. A whole text that is a JSON array, string, number, boolean or null is text too. */
  | { kind: 'text'; text: string }
  /** Exactly one complete object; `noisy` when other text stands around it. */
  | { kind: 'object'; value: JsonObject; noisy: boolean; duplicateKeys: string[] }
  /** Several complete top-level objects. */
  | { kind: 'objects'; values: JsonObject[]; noisy: boolean; duplicateKeys: string[] }
  /** It looks like an object but is none: cut off, misspelt, too deep. `values` are complete objects that stand elsewhere in the text. */
  | { kind: 'broken'; message: string; values?: JsonObject[] }

/**
 * Reads what a hook printed. Strict about what JSON is, lenient about what stands around it, and on the safe side between:
 * an object that starts at the beginning of the text or of a line, or that has got as far as a value, and then does not
 * complete is `broken` and never harmless text. An empty `{}` in the middle of a line is taken as prose.
 * Never throws; linear in the length of the text.
 */
export function readAnswer(text: string): AnswerReading {
  const start = text.search(/\S/)
  if (start === -1) return { kind: 'empty' }
  const whole = scanJson(text, start)
  if (whole.ok && isBlank(text, whole.end, text.length)) {
    if (text.charCodeAt(start) !== openBrace) return { kind: 'text', text }
    if (whole.tooDeepAt !== undefined)
      return { kind: 'broken', message: withPlace(text, whole.tooDeepAt, tooDeepMessage) }
    const { value, duplicateKeys } = parseScanned(text, start, whole)
    return { kind: 'object', value: value as JsonObject, noisy: false, duplicateKeys }
  }
  return readNoisy(text, start)
}

const openBrace = 0x7b

function readNoisy(text: string, start: number): AnswerReading {
  const { found, broken } = findObjects(text, start)
  if (found.reduce((sum, { scan }) => sum + scan.keys, 0) > maxJsonKeys) {
    return { kind: 'broken', message: `expected at most ${maxJsonKeys} keys but found more` }
  }
  const parsed = found.map(({ from, scan }) => parseScanned(text, from, scan))
  const values = parsed.map(({ value }) => value as JsonObject)
  if (broken !== undefined) return { kind: 'broken', message: broken, ...(values.length > 0 && { values }) }
  const duplicateKeys = parsed.flatMap((one) => one.duplicateKeys)
  const noisy = hasTextBetween(text, found)
  if (values.length === 0) return { kind: 'text', text }
  if (values.length === 1) return { kind: 'object', value: values[0]!, noisy, duplicateKeys }
  return { kind: 'objects', values, noisy, duplicateKeys }
}

interface FoundObject {
  from: number
  scan: ScannedValue
}

function findObjects(text: string, start: number): { found: FoundObject[]; broken: string | undefined } {
  const found: FoundObject[] = []
  let broken: string | undefined
  let at = text.indexOf('{', start)
  while (at !== -1) {
    let next = at + 1
    if (at === start || mayBeObject(text, at)) {
      const scan = scanJson(text, at)
      if (!scan.ok) {
        if (at === start || looksLikeAnswer(text, at, scan)) {
          broken ??= withPlace(text, scan.at, scan.message)
          // From the last token on, since the quote of a cut-off string may have swallowed the brace of the next object.
          next = Math.max(next, scan.lastToken)
        }
      } else {
        next = scan.end
        if (scan.tooDeepAt !== undefined) broken ??= withPlace(text, scan.tooDeepAt, tooDeepMessage)
        else if (scan.keys > 0 || (startsLine(text, at) && endsLine(text, scan.end))) found.push({ from: at, scan })
      }
    }
    at = text.indexOf('{', next)
  }
  return { found, broken }
}

/** A brace, blanks, then a quote, a closing brace or the end of the text. */
function mayBeObject(text: string, brace: number): boolean {
  let at = brace + 1
  let code = text.charCodeAt(at)
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at)
  return code === 0x22 || code === 0x7d || (at >= text.length && startsLine(text, brace))
}

function looksLikeAnswer(text: string, brace: number, fault: ScanFault): boolean {
  return fault.members > 0 || fault.at >= text.length || startsLine(text, brace)
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1
  while (before >= 0 && text[before] !== '\n' && isBlankCharacter(text[before]!)) before--
  return before < 0 || text[before] === '\n'
}

function endsLine(text: string, from: number): boolean {
  let at = from
  while (at < text.length && text[at] !== '\n' && isBlankCharacter(text[at]!)) at++
  return at >= text.length || text[at] === '\n'
}

function hasTextBetween(text: string, found: FoundObject[]): boolean {
  let end = 0
  for (const { from, scan } of found) {
    if (!isBlank(text, end, from)) return true
    end = scan.end
  }
  return !isBlank(text, end, text.length)
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isBlankCharacter(text[at]!)) return false
  return true
}

function isBlankCharacter(character: string): boolean {
  return character.trim() === ''
}
