import { HookError } from '../../base/errors.ts'
import type { FiringSummary, HookStatistics, RecordReader } from '../../protocol/records.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import type { Firing } from '../trace/assemble-firing.ts'
import { findFiring, findSession, listSessions, splitAddress } from '../trace/find-session.ts'
import { createFiringLoader, loadFirings } from '../trace/load-firings.ts'
import { describeEmpty, type OpenRecords, openUserRecords } from '../trace/open-records.ts'
import { readProjectStatistics } from '../trace/project-statistics.ts'
import { type RecordFilter, readFilter, recordFlags } from '../trace/record-flags.ts'
import { describeScreen, type Screen } from '../trace/screen.ts'
import { writeJson } from '../trace/write-json.ts'

const flags = {
  event: {
    type: 'text',
    value: 'N',
    about: 'One event of the session in full, by its number or the name of its firing.',
  },
  all: { type: 'switch', about: 'Hooks that did not run too, with the reason; texts in full.' },
  follow: { type: 'switch', about: 'Go on and show events as they end, in whatever process, until ctrl-c.' },
  stats: { type: 'switch', about: 'How each hook has done: runs, times, share blocked, failed, failed open.' },
  verify: {
    type: 'switch',
    about: 'Check that records are as they were written; exits 1 and names the first wrong one when not.',
  },
  ...recordFlags,
} as const

export default defineCommand({
  usage: '[SESSION | SESSION/EVENT | last]',
  flags,
  maxArguments: 1,
  examples: [
    'trace',
    'trace last',
    'trace last --event 12',
    'trace --denied --since 2h',
    'trace --stats --slow=500',
    'trace --follow --failed-open',
    'trace --verify',
  ],
  run: trace,
})

type TraceCall = CommandCall<typeof flags>

interface Scene extends OpenRecords {
  call: TraceCall
  filter: RecordFilter
  screen: Screen
}

async function trace(call: TraceCall): Promise<number> {
  const { flags, terminal } = call
  refuseMixed(call)
  const filter = readFilter(flags, Date.now())
  const opened = openUserRecords(flags.records, process.env)
  const screen = describeScreen(terminal, { stdout: process.stdout, env: process.env })
  try {
    return await show({ call, filter, screen, ...opened })
  } finally {
    opened.reader.close()
  }
}

function refuseMixed({ flags, arguments: [address] }: TraceCall): void {
  const modes = (['follow', 'stats', 'verify'] as const).filter((name) => flags[name])
  if (flags.event !== undefined) modes.push('event' as never)
  if (modes.length > 1) {
    throw new HookError('USAGE', `${modes.map((name) => `--${name}`).join(' and ')} do not go together`, {
      hint: 'Give one of them.',
    })
  }
  if (flags.event !== undefined && address === undefined) {
    throw new HookError('USAGE', '--event needs to know the session', {
      hint: 'Write trace SESSION --event N, or trace last --event N.',
    })
  }
}

async function show(scene: Scene): Promise<number> {
  const { call, reader, path, filter } = scene
  const {
    flags,
    arguments: [address],
    terminal,
  } = call
  if (reader.lastId() === 0 && !flags.follow) {
    if (address !== undefined && address !== 'last') throw notRecorded(address, path)
    terminal.tell(describeEmpty(path, process.env))
    if (flags.json) terminal.print(writeJson({ version: 1, records: path, ...emptyOf(flags) }, 2))
    return 0
  }
  if (flags.verify) return verify(scene)
  if (flags.stats) return showStatistics(scene)
  if (flags.follow) return follow(scene)
  if (address !== undefined) return showAddress(scene, address)
  return asksForEvents(filter) ? showList(scene) : showSessions(scene)
}

// Sessions have a time, too; everything else is said of events.
function asksForEvents({ query }: RecordFilter): boolean {
  const { since: _, until: __, ...ofEvents } = query
  return Object.keys(ofEvents).length > 0
}

function notRecorded(address: string, path: string): HookError {
  return new HookError('RECORD_NOT_FOUND', `there is no record of a session "${address}": nothing is recorded`, {
    hint: `Looked in ${path}; \`hookline fire\` and \`hookline run\` write there.`,
  })
}

function emptyOf(given: TraceCall['flags']): object {
  if (given.verify) return { ok: true, sessions: [] }
  return given.stats ? { hooks: [] } : { sessions: [] }
}

async function verify({ call, reader, screen, filter }: Scene): Promise<number> {
  const { verifyRecords, printVerification } = await import('../trace/verify-records.ts')
  const [name] = call.arguments
  const sessions = name === undefined ? listSessions(reader, filter) : [findSession(reader, name, filter)]
  const report = verifyRecords(
    reader,
    sessions.map(({ sessionId }) => sessionId),
  )
  if (call.flags.json) screen.print(writeJson({ version: 1, ...report }, 2))
  else printVerification(report.sessions, screen)
  return report.ok ? 0 : 1
}

async function showStatistics({ call, reader, screen, filter }: Scene): Promise<number> {
  const [name] = call.arguments
  const session = name === undefined ? undefined : findSession(reader, name, filter)
  const hooks = readStatistics(reader, filter, session?.sessionId)
  if (call.flags.json) screen.print(writeJson({ version: 1, hooks }, 2))
  else if (hooks.length === 0) screen.print('No hook ran in what was asked for.')
  else (await import('../trace/print-statistics.ts')).printStatistics(hooks, screen)
  return 0
}

function readStatistics(reader: RecordReader, filter: RecordFilter, sessionId: string | undefined): HookStatistics[] {
  if (sessionId !== undefined) return reader.statistics({ ...filter.query, sessionId })
  if (filter.project !== undefined) return readProjectStatistics(reader, filter)
  return reader.statistics({ ...filter.query, ...(filter.limit !== undefined && { limit: filter.limit }) })
}

async function follow({ call, reader, path, screen, filter }: Scene): Promise<number> {
  const { followSession } = await import('../trace/follow-session.ts')
  const [name] = call.arguments
  const sessionId = name === undefined ? undefined : findSession(reader, name, filter).sessionId
  const { json, all } = call.flags
  const isRead = (): boolean => call.terminal.lost() === undefined
  if (!json) call.terminal.tell(`Following ${path}; ctrl-c ends it.`)
  await followSession(
    { path, filter, json, all, screen, isRead, ...(sessionId !== undefined && { sessionId }) },
    reader,
  )
  return 0
}

/** Events of a session that are shown when nobody says how many. */
const shownEvents = 500

async function showAddress(scene: Scene, address: string): Promise<number> {
  const { call, reader, screen, filter } = scene
  const { all, json } = call.flags
  const { session, event = call.flags.event } = splitAddress(reader, address, filter)
  if (call.flags.event !== undefined && event !== call.flags.event)
    throw new HookError('USAGE', `${address} names the event ${event}, and --event the event ${call.flags.event}`, {
      hint: 'Give one of them.',
    })
  if (event !== undefined) {
    const { summary, number } = findFiring(reader, session.sessionId, event)
    const loaded = createFiringLoader(reader)(summary)
    const firing = { ...loaded, number: number ?? loaded.number }
    if (json) screen.print(writeJson({ version: 1, session, event: flatten(firing) }, 2))
    else (await import('../trace/print-firing.ts')).printFiring(firing, session, { screen, all })
    return 0
  }
  const limit = filter.limit ?? (json ? Number.MAX_SAFE_INTEGER : shownEvents)
  const loaded = loadFirings(reader, session, { filter, limit })
  if (json) screen.print(writeJson({ version: 1, session, events: loaded.firings.map(flatten) }, 2))
  else (await import('../trace/print-waterfall.ts')).printWaterfall(session, loaded, { screen, all })
  return 0
}

/** One event as programs read it: its summary with what was recorded beside. */
function flatten({ summary, event, ...rest }: Firing): object {
  return { ...summary, input: event?.input ?? null, ...(event?.cut && { cut: event.cut }), ...rest }
}

/** Events of many sessions that are shown when nobody says how many. */
const listedEvents = 50

async function showList({ call, reader, screen, filter }: Scene): Promise<number> {
  const loaded = listFirings(reader, filter).map(createFiringLoader(reader))
  if (call.flags.json) screen.print(writeJson({ version: 1, events: loaded.map(flatten) }, 2))
  else if (loaded.length === 0) screen.print('No event fits what was asked for.')
  else (await import('../trace/print-firing-list.ts')).printFiringList(loaded, screen)
  return 0
}

function listFirings(reader: RecordReader, filter: RecordFilter): FiringSummary[] {
  const limit = filter.limit ?? listedEvents
  if (filter.project === undefined) return reader.firings({ ...filter.query, order: 'newest', limit })
  const sessions = listSessions(reader, { query: filter.query, active: true, project: filter.project })
  const found = sessions.flatMap(({ sessionId }) =>
    reader.firings({ ...filter.query, sessionId, order: 'newest', limit }),
  )
  return found.sort((a, b) => b.id - a.id).slice(0, limit)
}

async function showSessions({ call, reader, screen, filter, path }: Scene): Promise<number> {
  const sessions = listSessions(reader, filter)
  if (call.flags.json) screen.print(writeJson({ version: 1, records: path, sessions }, 2))
  else if (sessions.length === 0) screen.print('No session fits what was asked for.')
  else (await import('../trace/print-sessions.ts')).printSessions(sessions, screen)
  return 0
}
