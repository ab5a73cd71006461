import { createHash } from 'node:crypto'
import { HookError } from '../base/errors.ts'
import type { RecordReader, SessionRecord } from '../protocol/records.ts'
import { briefRecord } from './brief-record.ts'
import { LatencyBook } from './latency-book.ts'
import { type PageFiles, readPageFiles } from './page-files.ts'
import type { Brief, ExportedSession, FiringDetail } from './page-types.ts'
import { clipFiring } from './read-firing.ts'
import { readInSteps } from './read-in-steps.ts'

/**
 * One session as one HTML file that shows it without a server, for reading only. It loads nothing and runs nothing but the page
 * itself. Rejects with a `HookError` when nothing is recorded of the session.
 */
export async function exportSession(
  reader: RecordReader,
  sessionId: string,
  { filesFrom, now = Date.now() }: { filesFrom?: string; now?: number } = {},
): Promise<string> {
  const files = readPageFiles(filesFrom)
  const session = reader.sessions().find((one) => one.sessionId === sessionId)
  if (!session) {
    throw new HookError('RECORD_NOT_FOUND', `nothing is recorded of the session "${sessionId}"`, {
      hint: 'hookline trace lists the sessions.',
    })
  }
  const { briefs, details } = await collect(reader, sessionId)
  const statistics = await new LatencyBook(reader).read(sessionId)
  return writePage(files, { version: 1, exportedAt: now, session, briefs, details, statistics })
}

async function collect(reader: RecordReader, sessionId: string): Promise<{ briefs: Brief[]; details: FiringDetail[] }> {
  const briefs: Brief[] = []
  const firings = new Map<string, SessionRecord[]>()
  for await (const batch of readInSteps(reader, { sessionId })) {
    for (const record of batch) {
      briefs.push(briefRecord(record))
      if (record.firing === null) continue
      const known = firings.get(record.firing)
      if (known) known.push(record)
      else firings.set(record.firing, [record])
    }
  }
  const summaries = new Map(reader.firings({ sessionId }).map((summary) => [summary.firing, summary]))
  const details = [...firings].map(([firing, records]) => {
    const interrupted = summaries.get(firing)?.interrupted ?? false
    return clipFiring({ sessionId, firing, records, interrupted, more: false })
  })
  return { briefs, details }
}

function writePage({ html, script, style }: PageFiles, exported: ExportedSession): string {
  const code = escapeCode(script)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(code)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const data = `<script type="application/json" id="exported">${escapeData(exported)}</script>`
  // Functions as replacements: a `$` in what is put in must stay one.
  return html
    .replace(
      /<meta charset="utf-8" ?\/?>/,
      (meta) => `${meta}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script[^>]*src=[^>]*><\/script>/, () => `${data}<script type="module">${code}</script>`)
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

// Inside a script element only these sequences mean anything to HTML; in JavaScript the backslash changes nothing.
function escapeCode(script: string): string {
  return script.replace(/<(?=\/script|!--|script)/gi, '\\x3c')
}

// No text of a record can end the element, begin a comment, or be anything but a part of a JSON string.
function escapeData(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
