import { isOrdinaryValue } from './ordinary-values.ts'
import { type Finding, redacted, type Tail } from './rule.ts'
import { isPasswordName, isSecretName } from './secret-names.ts'
import { type Extent, extendQuoted, extendUntil } from './value-extent.ts'

/** `password=…`, `"api_key": "…"`, `X-Api-Key: …`, `AccountKey=…`: a secret name, a separator at `at`, a value. */
export function findAssigned(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  const name = readNameBefore(text, at)
  if (name === undefined) return undefined
  if (!final && text.length < at + longestOpening) return 'more'
  const opening = readOpening(text, at)
  // A private key goes on over blanks and lines: it has a rule of its own.
  if (opening === undefined || text.startsWith('-----BEGIN', opening.from)) return undefined
  const { from, quote } = opening
  const extent = quote !== '' ? extendQuoted(quote, opening.slashes) : chooseExtent(text, at, name)
  const { to, done } = extent(text, from, { end: from + longestJudged, final })
  if (!done && !final && to - from < longestJudged) return 'more'
  const loose = quote === '' && (opening.blank || text[at] === ':')
  if (!isSecretValue(name, text.slice(from, to), { loose, next: quote === '' ? text[to] : undefined })) return undefined
  return { from, to, label: redacted, tail: done ? undefined : continueWith(extent) }
}

/** What may stand between the separator and the value: blanks, a bracket, a quote, the scheme of an Authorization header. */
const longestOpening = 56
/** As much of a value as is looked at before it is judged. */
const longestJudged = 256
const longestName = 64

function readNameBefore(text: string, at: number): string | undefined {
  let end = at
  if (text[end - 1] === ':') end--
  for (let blanks = 0; blanks < 4 && (text[end - 1] === ' ' || text[end - 1] === '\t'); blanks++) end--
  if (text[end - 1] === ']') end--
  if (/["'`]/.test(text[end - 1] ?? '')) {
    end--
    for (let slashes = 0; slashes < 3 && text[end - 1] === '\\'; slashes++) end--
  }
  let start = end
  while (start > 0 && end - start < longestName && nameCharacters[text.charCodeAt(start - 1)] === 1) start--
  // The letter of an escaped line break before the name is no part of it.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) start++
  if (end - start < 3) return undefined
  const name = text.slice(start, end)
  if (isSecretName(name) || /^pwd$/i.test(name)) return name
  const inQuery = text[start - 1] === '&' || text[start - 1] === '?'
  return inQuery && /(?:^|-)(?:sig|signature)$/i.test(name) ? name : undefined
}

const nameCharacters = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9_-]/.test(String.fromCharCode(code)) ? 1 : 0,
)

function readOpening(
  text: string,
  at: number,
): { from: number; quote: string; slashes: number; blank: boolean } | undefined {
  openingPattern.lastIndex = at + 1
  const match = openingPattern.exec(text)!
  const { blank = '', slashes = '', quote = '' } = match.groups ?? {}
  const from = at + 1 + match[0].length
  // Comparisons, arrows, scopes and URLs assign nothing.
  if (match[0] === '' && /[=>:~/]/.test(text[from] ?? '')) return undefined
  return { from, quote, slashes: slashes.length, blank: blank !== '' }
}

const openingPattern =
  /(?<blank>[ \t]{0,8})(?:\[[ \t]{0,2}(?=\\{0,3}["']))?(?:(?<slashes>\\{0,3})(?<quote>["'`]))?(?:(?:bearer|basic|token|bot|digest|negotiate|apikey)[ \t]{1,4}(?=\S))?/iy

function chooseExtent(text: string, at: number, name: string): Extent {
  if (headerName.test(name)) return untilLineEnd
  // As in an environment file or listing: the value goes on to the next blank, whatever it holds.
  const start = at - name.length
  const startsWord = /[\s"'n]/.test(text[start - 1] ?? ' ') && text.startsWith(name, start)
  return text[at] === '=' && startsWord && /^[A-Z][A-Z0-9_]*$/.test(name) ? untilBlank : untilDelimiter
}

const headerName = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i
const untilLineEnd = extendUntil(/["'`\\\n\r]/)
const untilBlank = extendUntil(/[\s"'`\\]/)
const untilDelimiter = extendUntil(/[\s"'`\\,;&<>(){}[\]|]/)

function isSecretValue(name: string, value: string, context: { loose: boolean; next: string | undefined }): boolean {
  if (/cookie/i.test(name)) return /^[^=$<{]{1,200}=/.test(value)
  // A named argument that passes a variable of the same name.
  if (value === name) return false
  // The working directory of a shell goes by the same name.
  if (/^pwd$/i.test(name) && /^[~./\\]|^[A-Za-z]:/.test(value)) return false
  const judged = headerName.test(name) ? value.split(/\s/, 1)[0]! : value
  return !isOrdinaryValue(judged, { ...context, password: isPasswordName(name) })
}

function continueWith(extent: Extent): Tail {
  return (text, from, final) => extent(text, from, { end: text.length, final })
}
