import { availableParallelism } from 'node:os'
import { HookError } from '../../base/errors.ts'
import { createRedactor } from '../../base/redact.ts'
import { dialects } from '../../dialects/index.ts'
import type { Hooks } from '../../hooks/create-hooks.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { announce } from '../fire/announce.ts'
import type { FireFlags } from '../fire/fire-flags.ts'
import { loadEvents } from '../replay/load-events.ts'
import { openProject } from '../replay/open-project.ts'
import { printReplay } from '../replay/print-replay.ts'
import { readTranscriptEvents } from '../replay/read-transcript-events.ts'
import type { ReplaySession } from '../replay/replay-event.ts'
import { replayJson } from '../replay/replay-json.ts'
import { type ReplayReport, runReplay } from '../replay/run-replay.ts'
import { showProgress } from '../replay/show-progress.ts'
import { showLines } from '../show-lines.ts'
import { findSession } from '../trace/find-session.ts'
import { openUserRecords } from '../trace/open-records.ts'
import { readCount } from '../trace/read-moment.ts'
import { readFilter, recordFlags } from '../trace/record-flags.ts'
import { describeScreen } from '../trace/screen.ts'
import { writeJson } from '../trace/write-json.ts'
import { readTrustFlag, trustFlag } from '../trust/trust-flag.ts'

const flags = {
  config: {
    type: 'text',
    value: 'FILE',
    many: true,
    about: 'The configuration to replay with; else today’s of the user and the project.',
  },
  dialect: {
    type: 'text',
    choices: Object.keys(dialects) as DialectName[],
    about: 'The dialect of the --config files; else told from their content.',
  },
  'from-transcript': {
    type: 'text',
    value: 'FILE',
    about: 'Replay a transcript of Claude Code or Hookline instead of records.',
  },
  'in-place': { type: 'switch', about: 'Run hooks in the project itself instead of a copy.' },
  cwd: { type: 'text', value: 'DIR', about: 'Run hooks in this folder instead of a copy of the project.' },
  exact: { type: 'switch', about: 'Leave out events that were recorded only in part.' },
  jobs: { type: 'text', value: 'N', about: 'Replay so many sessions at a time; the events of one follow each other.' },
  ...trustFlag,
  ...recordFlags,
} as const

export default defineCommand({
  usage: '[SESSION | last] --config FILE',
  flags,
  maxArguments: 1,
  examples: [
    'replay last --config new-hooks.json',
    'replay --since 1d --project . --config .hookline/hooks.json',
    'replay --denied --since 7d',
    'replay --from-transcript ~/.claude/projects/x/session.jsonl --config hooks.json',
  ],
  run: replay,
})

type ReplayCall = CommandCall<typeof flags>

/** Something got weaker. */
const exitWeaker = 3
/** Nothing surely got weaker, but events that were recorded only in part came out weaker. */
const exitPerhapsWeaker = 4
const exitInterrupted = 130

async function replay(call: ReplayCall): Promise<number> {
  const { flags, terminal } = call
  refuseMixed(call)
  const notes: string[] = []
  const warn = (text: string): void => {
    notes.push(text)
    terminal.tell(`${terminal.paint.stderr('yellow', 'warning:')} ${showLines(text)}`)
  }
  const sessions = loadSessions(call, warn)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const progress = showProgress(terminal, process.stderr)
  const report = await runReplay({
    sessions,
    openProject: (projectDir) => openProject(projectDir, { ...placeOf(call, warn), loaded: createAnnouncer(call) }),
    redactor: createRedactor({ env: process.env }),
    jobs: flags.jobs === undefined ? Math.min(4, availableParallelism()) : readCount('jobs', flags.jobs),
    exactOnly: flags.exact,
    signal: stop.signal,
    progress: progress.tell,
  }).finally(progress.end)
  if (stop.signal.aborted) {
    terminal.tell('The replay was interrupted; what it had found is not shown.')
    return exitInterrupted
  }
  const screen = describeScreen(terminal, { stdout: process.stdout, env: process.env })
  if (flags.json) screen.print(writeJson(replayJson(report, { config: flags.config, notes }), 2))
  else printReplay(report, { screen, against: flags.config.join(', ') || 'today’s configuration' })
  return exitCodeOf(report)
}

function refuseMixed({ flags, arguments: [session] }: ReplayCall): void {
  const usage = (message: string, hint: string): HookError => new HookError('USAGE', message, { hint })
  if (flags['in-place'] && flags.cwd !== undefined)
    throw usage('--in-place and --cwd do not go together', 'Give one of them.')
  if (flags.dialect !== undefined && flags.config.length === 0) {
    throw usage('--dialect says how --config files are read, and there is none', 'Write --config FILE --dialect D.')
  }
  if (flags['from-transcript'] !== undefined) {
    const other = session !== undefined ? `the session "${session}"` : listFilters(flags)[0]
    if (other !== undefined)
      throw usage(`--from-transcript and ${other} do not go together`, 'A transcript is replayed as a whole.')
  } else if (session === undefined && listFilters(flags).length === 0) {
    throw usage(
      'nothing says what to replay',
      'Name a session (replay last --config FILE), or choose events (replay --since 1d --config FILE).',
    )
  }
}

function listFilters(given: ReplayCall['flags']): string[] {
  return Object.keys(recordFlags)
    .filter((name) => name !== 'limit' && name !== 'records')
    .filter((name) => {
      const value = given[name as keyof typeof recordFlags]
      return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
    })
    .map((name) => `--${name}`)
}

function loadSessions({ flags, arguments: [name] }: ReplayCall, warn: (text: string) => void): ReplaySession[] {
  const filter = readFilter(flags, Date.now())
  if (flags['from-transcript'] !== undefined) {
    const { session, unreadable } = readTranscriptEvents(flags['from-transcript'])
    if (unreadable > 0) warn(`${unreadable} lines of the transcript could not be read and were passed over`)
    return [filter.limit === undefined ? session : { ...session, events: session.events.slice(-filter.limit) }]
  }
  const { reader, path } = openUserRecords(flags.records, process.env)
  try {
    const session = name === undefined ? undefined : findSession(reader, name, filter)
    const sessions = loadEvents(reader, { filter, ...(session && { session }) })
    if (sessions.length > 0) return sessions
    throw new HookError('RECORD_NOT_FOUND', `no recorded event fits what was asked for, in ${path}`, {
      hint: 'Run `hookline trace` for the sessions that are recorded, and with the same filters for the events.',
    })
  } finally {
    reader.close()
  }
}

function placeOf(
  { flags }: ReplayCall,
  note: (text: string) => void,
): Omit<Parameters<typeof openProject>[1], 'loaded'> {
  const place = flags['in-place'] ? 'project' : flags.cwd === undefined ? 'copy' : { folder: flags.cwd }
  return {
    config: flags.config,
    dialect: flags.dialect,
    place,
    env: process.env,
    note,
    trust: readTrustFlag(flags['trust-hooks']),
  }
}

// What is not in force is told once, not once for every project.
function createAnnouncer({ flags, terminal }: ReplayCall): (hooks: Hooks) => void {
  return (hooks) => announce(hooks, { config: flags.config, dialect: flags.dialect } as unknown as FireFlags, terminal)
}

function exitCodeOf({ weaker }: ReplayReport): number {
  if (weaker.certain) return exitWeaker
  return weaker.possible ? exitPerhapsWeaker : 0
}
