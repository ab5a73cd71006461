import { HookError } from '../../base/errors.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { readPort } from '../serve/read-port.ts'
import { showLines } from '../show-lines.ts'
import type { Terminal } from '../terminal.ts'
import { findSession } from '../trace/find-session.ts'
import { describeEmpty, type OpenRecords, openUserRecords } from '../trace/open-records.ts'

const flags = {
  port: { type: 'text', value: 'N', about: 'The port on 127.0.0.1; a free one by default.' },
  records: { type: 'text', value: 'FILE', about: 'Records of another file than the own ones.' },
  session: { type: 'text', value: 'ID', about: 'Begin with this session: its id, the beginning of it, or last.' },
  open: { type: 'switch', about: 'Open the page in the browser.' },
  export: {
    type: 'text',
    value: 'SESSION',
    about: 'Serve nothing: write this session to FILE.html, a page for others that needs no server.',
  },
} as const

export default defineCommand({
  usage: '[FILE.html]',
  flags,
  maxArguments: 1,
  examples: ['serve', 'serve --open --session last', 'serve --port 4180', 'serve --export last session.html'],
  run: serve,
})

type ServeCall = CommandCall<typeof flags>

async function serve(call: ServeCall): Promise<number> {
  const { flags, arguments: given } = call
  const port = flags.port === undefined ? undefined : readPort('port', flags.port)
  refuseMixed(call)
  const opened = openUserRecords(flags.records, process.env)
  try {
    if (flags.export !== undefined) return await writeExport(opened, call, given[0]!)
    return await servePageUntilEnd(opened, call, port)
  } finally {
    opened.reader.close()
  }
}

function refuseMixed({ flags, arguments: [file] }: ServeCall): void {
  if (flags.export === undefined) {
    if (file === undefined) return
    throw new HookError('USAGE', `unexpected argument "${file}"`, {
      hint: 'A file is written with --export only: hookline serve --export SESSION FILE.html.',
    })
  }
  if (file === undefined) {
    throw new HookError('USAGE', '--export needs a file to write to', {
      hint: `Write hookline serve --export ${flags.export} session.html.`,
    })
  }
  const other = (['port', 'session', 'open'] as const).find(
    (name) => flags[name] !== undefined && flags[name] !== false,
  )
  if (other !== undefined) {
    throw new HookError('USAGE', `--export writes a file and --${other} is about a served page`, {
      hint: `Leave --${other} out.`,
    })
  }
}

async function writeExport({ reader }: OpenRecords, { flags, terminal }: ServeCall, file: string): Promise<number> {
  const { sessionId } = findSession(reader, flags.export!, { query: {}, active: false })
  const { exportPage } = await import('../serve/export-page.ts')
  const written = await exportPage(reader, sessionId, file)
  if (flags.json) terminal.print(JSON.stringify({ version: 1, ...written }, null, 2))
  else
    terminal.print(
      `Wrote ${showLines(written.file)}: session ${showLines(sessionId)}, ${Math.ceil(written.bytes / 1024)} KiB, for reading only.`,
    )
  return 0
}

async function servePageUntilEnd(opened: OpenRecords, call: ServeCall, port: number | undefined): Promise<number> {
  const { reader, path } = opened
  const { flags, terminal } = call
  const session =
    flags.session === undefined ? undefined : findSession(reader, flags.session, { query: {}, active: false }).sessionId
  const { servePage } = await import('../../server/serve-page.ts')
  const { openQuestionDesk } = await import('../../store/records/question-desk.ts')
  const desk = openQuestionDesk({ path })
  const ended = waitForSignal()
  try {
    const page = await servePage({ reader, desk, ...(port !== undefined && { port }) })
    const url = session === undefined ? page.url : page.urlOf(session)
    announce({ url, port: page.port, path, isEmpty: reader.lastId() === 0 }, call)
    if (flags.open) await tryToOpen(url, terminal)
    await ended
    await page.close()
    return 0
  } finally {
    desk.close()
  }
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
}

interface Announcement {
  url: string
  port: number
  path: string
  isEmpty: boolean
}

function announce({ url, port, path, isEmpty }: Announcement, { flags, terminal }: ServeCall): void {
  if (flags.json) {
    terminal.print(JSON.stringify({ version: 1, url, port, records: path }))
    return
  }
  terminal.print(url)
  terminal.tell('Whoever has this address can see the page and answer its questions. Ctrl-C ends it.')
  if (isEmpty) terminal.tell(describeEmpty(path, process.env))
}

async function tryToOpen(url: string, terminal: Terminal): Promise<void> {
  const { openBrowser } = await import('../serve/open-browser.ts')
  const problem = await openBrowser(url)
  if (problem !== undefined) terminal.tell(`The browser could not be opened (${problem}). Open the address yourself.`)
}
