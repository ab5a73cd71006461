import { jsonrepair } from 'jsonrepair'
import { parseJson } from '../base/json.ts'

/** What a reviewer said. */
export interface ReviewAnswer {
  allow: boolean
  /** Trimmed; may be empty. */
  feedback: string
  /** How the answer was found; what is no clear yes or no counts as no. */
  reading: 'exact' | 'repaired' | 'unreadable' | 'empty'
}

/**
 * Reads the text of a reviewer. The last block that holds an answer wins; nearly JSON is repaired. A text without an answer
 * is a no with the text as feedback, since only a clear yes lets an agent stop. A yes in the middle of a sentence is no
 * clear one. Never throws.
 */
export function parseReview(text: string): ReviewAnswer {
  const trimmed = text.trim()
  if (trimmed === '') return { allow: false, feedback: '', reading: 'empty' }
  const fenced = listFenced(trimmed)
  return (
    findLast([trimmed], readExactly) ??
    findLast(fenced, (block) => readExactly(block) ?? readRepaired(block)) ??
    findLast(listLineObjects(trimmed), (block) => readExactly(block) ?? readRepaired(block)) ??
    findLast(listInlineObjects(trimmed), readRefusal) ?? {
      allow: false,
      feedback: trimmed,
      reading: 'unreadable',
    }
  )
}

type Read = (block: string) => ReviewAnswer | undefined

function findLast(blocks: readonly string[], read: Read): ReviewAnswer | undefined {
  for (const block of blocks.toReversed()) {
    const answer = read(block)
    if (answer) return answer
  }
  return undefined
}

function listFenced(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm)].map(
    ([, , block]) => block!.trim(),
  )
}

const mostCandidates = 32

// An answer that was cut off runs to the end of the text; one that is complete may have words behind it.
function listLineObjects(text: string): string[] {
  const starts = [...text.matchAll(/^[ \t]*(?=[{[])/gm)].map((match) => match.index).slice(-mostCandidates)
  return starts.flatMap((from) => {
    const rest = text.slice(from).trim()
    const end = /^([}\]])[ \t]*$|[}\]][ \t]*$/m.exec(rest)
    const first = end === null ? rest : rest.slice(0, end.index + end[0].length)
    return first === rest ? [rest] : [rest, first]
  })
}

function listInlineObjects(text: string): string[] {
  return [...text.matchAll(/\{[^{}]*\}/g)].map(([block]) => block).slice(-mostCandidates)
}

function readRefusal(block: string): ReviewAnswer | undefined {
  const answer = readExactly(block) ?? readRepaired(block)
  return answer?.allow === false ? answer : undefined
}

function readExactly(block: string): ReviewAnswer | undefined {
  try {
    const { value, duplicateKeys } = parseJson(block)
    return toAnswer(value, { duplicateKeys, reading: 'exact' })
  } catch {
    return undefined
  }
}

function readRepaired(block: string): ReviewAnswer | undefined {
  if (!/^[{[]/.test(block)) return undefined
  try {
    const { value, duplicateKeys } = parseJson(jsonrepair(block))
    return toAnswer(value, { duplicateKeys, reading: 'repaired' })
  } catch {
    return undefined
  }
}

function toAnswer(
  value: unknown,
  { duplicateKeys, reading }: { duplicateKeys: readonly string[]; reading: ReviewAnswer['reading'] },
): ReviewAnswer | undefined {
  // Of a decision that is given twice nobody knows which one was meant.
  if (duplicateKeys.some((key) => /(^|\.|\])allow_stop$/.test(key))) return undefined
  const found: unknown = Array.isArray(value) ? value.findLast(isAnswer) : value
  if (!isAnswer(found)) return undefined
  return { allow: found.allow_stop, feedback: (found.feedback ?? '').trim(), reading }
}

function isAnswer(value: unknown): value is { allow_stop: boolean; feedback: string | null } {
  if (typeof value !== 'object' || value === null) return false
  const { allow_stop: allow, feedback } = value as Record<string, unknown>
  return typeof allow === 'boolean' && (typeof feedback === 'string' || feedback === null)
}
