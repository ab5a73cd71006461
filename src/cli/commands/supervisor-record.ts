import { HookError } from '../../base/errors.ts'
import { createReviewState, type ReviewRecord } from '../../store/review-state.ts'
import { findPlaces } from '../../supervisor/places.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'

const flags = {
  'session-id': { type: 'text', value: 'ID', about: 'Only reviews of this session.' },
  limit: { type: 'text', value: 'N', about: 'How many of the latest; 20 unless told.' },
} as const

export default defineCommand({
  usage: '',
  flags,
  maxArguments: 0,
  examples: ['supervisor-record', 'supervisor-record --session-id ID --json'],
  run: printRecord,
})

type RecordCall = CommandCall<typeof flags>

async function printRecord({ flags, terminal }: RecordCall): Promise<number> {
  const sessionId = flags['session-id']
  const state = createReviewState(findPlaces(process.env, process.cwd()))
  try {
    const reviews = state.list({ limit: readLimit(flags.limit), ...(sessionId !== undefined && { sessionId }) })
    if (flags.json) terminal.print(JSON.stringify({ version: 1, reviews }, null, 2))
    else terminal.print(reviews.length === 0 ? 'No reviews.' : formatTable(reviews.map(toRow), '').join('\n'))
    return 0
  } finally {
    state.close()
  }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return 20
  const limit = Number(text)
  if (Number.isInteger(limit) && limit > 0) return limit
  throw new HookError('USAGE', `--limit does not take "${text}"`, { hint: 'Write a whole number above 0.' })
}

function toRow({ startedAt, sessionId, event, round, outcome, reason }: ReviewRecord): string[] {
  const [line = ''] = showLines(reason).split('\n')
  return [startedAt, showLines(sessionId).slice(0, 40), event, `round ${round}`, outcome, line.slice(0, 100)]
}
