import { isRecord } from '../../../protocol/schema/check.ts'
import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'
import { showDiff } from './show-diff.ts'

const previewLines = 5
const mostDiffLines = 40
const longestLine = 400

/** A call that has come back. */
export interface ShownResult {
  output: unknown
  isError: boolean
  /** The change was shown when it was asked about. */
  diffShown: boolean
}

/** What a tool gave, in a few lines for a screen: the difference for changed files, else the first lines of its output. */
export function showResult({ output, isError, diffShown }: ShownResult, paint: Paint): string[] {
  if (isError)
    return preview(typeof output === 'string' ? output : JSON.stringify(output)).map((line) => paint('red', line))
  const change = findChange(output)
  if (change) {
    const { lines, count } = showDiff(change.before, change.after, { paint, most: mostDiffLines })
    const head = paint('dim', `${change.isNew ? 'created' : 'changed'} ${count}`)
    return diffShown ? [head] : [head, ...lines]
  }
  return preview(findText(output)).map((line) => paint('dim', line))
}

// Hooks may have rewritten the output into anything.
function findChange(output: unknown): { before: string; after: string; isNew: boolean } | undefined {
  if (!isRecord(output)) return undefined
  const { originalFile, content, filePath } = output
  if (typeof filePath !== 'string' || typeof content !== 'string') return undefined
  if (originalFile === null) return { before: '', after: content, isNew: true }
  return typeof originalFile === 'string' ? { before: originalFile, after: content, isNew: false } : undefined
}

function findText(output: unknown): string {
  if (typeof output === 'string') return output
  if (!isRecord(output)) return output === undefined ? '' : JSON.stringify(output)
  const { stdout, stderr, content, files, result, answers } = output
  if (typeof stdout === 'string')
    return [stdout, typeof stderr === 'string' ? stderr : '']
      .map((text) => text.trimEnd())
      .filter(Boolean)
      .join('\n')
  if (typeof content === 'string') return content
  if (typeof result === 'string') return result
  if (Array.isArray(files)) return files.join('\n')
  if (isRecord(answers))
    return Object.entries(answers)
      .map(([asked, answer]) => `${asked} → ${answer}`)
      .join('\n')
  return JSON.stringify(output)
}

function preview(text: string): string[] {
  const lines = text.trimEnd().split(/\r?\n/)
  if (text.trim() === '') return []
  const shown = lines
    .slice(0, previewLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line))
  const left = lines.length - shown.length
  return [...shown.map((line) => showLines(line)), ...(left > 0 ? [`… ${left} more lines`] : [])]
}
