import { HookError } from '../../base/errors.ts'
import { showText } from '../../match/show-text.ts'
import type { ReviewRecord } from '../../store/review-state.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { formatTable } from '../format-table.ts'
import { useReviewState } from './supervisor-state.ts'

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
  const filter = { limit: readLimit(flags.limit), ...(sessionId !== undefined && { sessionId }) }
  const reviews = useReviewState((state) => state.list(filter))
  if (flags.json) terminal.print(JSON.stringify({ version: 1, reviews }, null, 2))
  else terminal.print(reviews.length === 0 ? 'No reviews.' : formatTable(reviews.map(toRow), '').join('\n'))
  return 0
}

const mostReviews = 1_000_000

function readLimit(text: string | undefined): number {
  if (text === undefined) return 20
  const limit = /^\d+$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= mostReviews) return limit
  throw new HookError('USAGE', `--limit does not take ${JSON.stringify(text)}`, {
    hint: `Write a whole number from 1 to ${mostReviews}, in digits.`,
  })
}

// One review, one line, whatever the session is called.
function toRow({ startedAt, sessionId, event, round, outcome, reason }: ReviewRecord): string[] {
  const [line = ''] = reason.split(/\r?\n/)
  const cells = [startedAt, showText(sessionId, 40), showText(event), `round ${round}`, showText(outcome)]
  return [...cells, showText(line.replaceAll('\t', ' '), 100)]
}
