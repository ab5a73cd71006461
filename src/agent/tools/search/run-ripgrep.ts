import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

/** One search. */
export interface Search {
  args: readonly string[]
  cwd: string
  /** What ends a record: a newline, or a NUL where names are listed. */
  separator: '\n' | '\0'
  /** No more records than this are read. */
  limit: number
  signal: AbortSignal
}

/** The records found, and whether there were more. */
export interface Found {
  records: string[]
  truncated: boolean
}

const longestMs = 30_000
const mostCharacters = 4 * 1024 * 1024

/**
 * Runs ripgrep and reads its records until there are enough; then it is ended. Finding nothing is no failure, and neither
 * are files that may not be read. Throws what ripgrep says about a pattern it cannot use, an `AbortError` when the caller
 * gives up, and a `TimeoutError` after 30 s.
 */
export async function runRipgrep(search: Search): Promise<Found> {
  const stop = AbortSignal.any([search.signal, AbortSignal.timeout(longestMs)])
  stop.throwIfAborted()
  const child = spawn(locateRipgrep(), ['--no-config', ...search.args], {
    cwd: search.cwd,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  stop.addEventListener('abort', end, { once: true })
  try {
    const exited = exitOf(child)
    const complaint = collectText(child)
    const found = await readRecords(child, search)
    if (found.truncated) end()
    const code = await exited
    stop.throwIfAborted()
    // With some files that may not be read the code is 2 too, although the search went well.
    if (code === 2 && found.records.length === 0) await refuse(complaint)
    return found
  } finally {
    stop.removeEventListener('abort', end)
    end()
  }
}

async function refuse(complaint: Promise<string>): Promise<void> {
  const lines = (await complaint).split('\n').filter((line) => !/\(os error \d+\)$/.test(line))
  const words = lines.join('\n').trim().replace(/^rg: /, '')
  if (words !== '') throw new Error(words)
}

async function readRecords(child: ChildProcess, { separator, limit }: Search): Promise<Found> {
  const found: Found = { records: [], truncated: false }
  let rest = ''
  let length = 0
  child.stdout!.setEncoding('utf8')
  for await (const chunk of child.stdout as AsyncIterable<string>) {
    length += chunk.length
    const pieces = (rest + chunk).split(separator)
    rest = pieces.pop()!
    found.records.push(...pieces)
    if (found.records.length <= limit && length <= mostCharacters) continue
    return { records: found.records.slice(0, limit), truncated: true }
  }
  if (rest !== '') found.records.push(rest)
  return found
}

async function collectText(child: ChildProcess): Promise<string> {
  let text = ''
  child.stderr!.setEncoding('utf8')
  for await (const chunk of child.stderr as AsyncIterable<string>) if (text.length < 4_096) text += chunk
  return text
}

function exitOf(child: ChildProcess): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('exit', resolve)
  child.once('error', (error) => reject(new Error(`ripgrep cannot be started: ${error.message}`, { cause: error })))
  // Whoever reads the output may fail first.
  promise.catch(() => undefined)
  return promise
}

// Loaded when first used, and by `require`, so that a bundle leaves the package, which finds its binary next to itself, alone.
function locateRipgrep(): string {
  const require = createRequire(import.meta.url)
  const { rgPath } = require('@vscode/ripgrep') as { rgPath: string }
  return rgPath
}
