import { endOfComment, endOfString } from '../json/scan-json.ts'

/** Where a value stands, where the key that names it stands (itself, if none does), and what stands in it. */
export interface JsonSpot {
  key: number
  value: number
  members: Map<string, JsonSpot> | JsonSpot[] | undefined
}

/**
 * The places of all values of a JSON or JSONC text. The text must be one that `scanJson` accepted, no deeper than it allows.
 * Of a key that occurs twice the first counts.
 */
export function indexJson(text: string): JsonSpot {
  let at = 0
  const skip = (): string => {
    for (;;) {
      const sign = text[at] ?? ''
      if (sign === '/') at = endOfComment(text, at)
      else if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') at++
      else return sign
    }
  }
  const readValue = (key?: number): JsonSpot => {
    const sign = skip()
    const spot: JsonSpot = { key: key ?? at, value: at, members: undefined }
    if (sign === '{') spot.members = readObject()
    else if (sign === '[') spot.members = readArray()
    else if (sign === '"') at = endOfString(text, at)
    else while (isScalar(text.charCodeAt(at))) at++
    return spot
  }
  const readObject = (): Map<string, JsonSpot> => {
    const members = new Map<string, JsonSpot>()
    at++
    for (let sign = skip(); sign !== '}'; sign = skip()) {
      const start = at
      if (sign === ',') {
        at++
        continue
      }
      at = endOfString(text, at)
      const name = JSON.parse(text.slice(start, at)) as string
      skip()
      at++
      const spot = readValue(start)
      if (!members.has(name)) members.set(name, spot)
    }
    at++
    return members
  }
  const readArray = (): JsonSpot[] => {
    const members: JsonSpot[] = []
    at++
    for (let sign = skip(); sign !== ']'; sign = skip()) {
      if (sign === ',') at++
      else members.push(readValue())
    }
    at++
    return members
  }
  return readValue()
}

// Letters, digits and the signs of numbers: what true, false, null and numbers are written with.
function isScalar(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 45 ||
    code === 46 ||
    code === 69
  )
}
