import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { Place } from '../base/errors.ts'

/** Where in a code file an error arose that was thrown while it was loaded, as far as the runtime tells. Never throws. */
export function locateCodeError(path: string, error: unknown): Place {
  const trace = error instanceof Error ? (error.stack ?? '') : ''
  const position =
    findFrame(path, trace) ?? findHeading(path, trace) ?? (error instanceof SyntaxError ? checkSyntax(path) : undefined)
  return { file: path, ...position }
}

type Position = Pick<Place, 'line' | 'column'>

// What was thrown by a line of the file: `file:///hooks.ts?version=1:3:7`.
function findFrame(path: string, trace: string): Position | undefined {
  const address = pathToFileURL(path).href
  const at = trace.indexOf(address)
  const found = at === -1 ? null : /^(?:\?version=[\w.-]+)?:(\d+):(\d+)/.exec(trace.slice(at + address.length))
  return found ? { line: Number(found[1]), column: Number(found[2]) } : undefined
}

// What the parser refused: the file and the line, the text around it, and marks below the place unless it is the end.
function findHeading(path: string, trace: string): Position | undefined {
  const [heading = '', ...lines] = trace.split('\n')
  const found = /^(.*?)(?:\?version=[\w.-]+)?:(\d+)$/.exec(heading)
  if (found === null || (found[1] !== path && found[1] !== pathToFileURL(path).href)) return undefined
  const marks = lines.slice(0, 6).find((line) => /^\s*\^+\s*$/.test(line))
  return { line: Number(found[2]), ...(marks !== undefined && { column: marks.indexOf('^') + 1 }) }
}

// An import tells no place for faults of plain JavaScript; the runtime's own check, which runs nothing of the file, does.
function checkSyntax(path: string): Position | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: 5000 })
  return findHeading(path, stderr ?? '')
}
