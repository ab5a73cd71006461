import { relative } from 'node:path'
import { isRecord } from '../../../protocol/schema/check.ts'
import { showLines } from '../../show-lines.ts'

/** Characters that the description of a call has at most. */
export const longestInLine = 300

/** What a tool call is about, in one line for a screen: the command, the file, the pattern, else the input as JSON. */
export function describeCall(input: Readonly<Record<string, unknown>>, cwd: string): string {
  const subject = findSubject(input, cwd) ?? (Object.keys(input).length === 0 ? '' : JSON.stringify(input))
  const [first = '', ...more] = subject.trim().split('\n')
  const cut = first.length > longestInLine ? `${first.slice(0, longestInLine)}…` : first
  return showLines(more.length === 0 ? cut : `${cut} … (${more.length + 1} lines)`)
}

const subjects = ['command', 'pattern', 'url', 'query', 'description', 'subject'] as const

function findSubject(input: Readonly<Record<string, unknown>>, cwd: string): string | undefined {
  const file = input['file_path'] ?? input['path']
  const name = subjects.find((key) => typeof input[key] === 'string')
  if (name !== undefined) {
    const where = typeof file === 'string' ? ` in ${shortenPath(file, cwd)}` : ''
    return `${input[name]}${where}`
  }
  if (typeof file === 'string') return shortenPath(file, cwd)
  const [question] = Array.isArray(input['questions']) ? input['questions'] : []
  return isRecord(question) && typeof question['question'] === 'string' ? question['question'] : undefined
}

/** A path as people write it: relative where it lies inside. */
export function shortenPath(path: string, cwd: string): string {
  const inside = relative(cwd, path)
  return path.startsWith('/') && inside !== '' && !inside.startsWith('..') ? inside : path
}
