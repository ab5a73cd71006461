import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SessionSummary } from '../../src/protocol/records.ts'
import type { PageQuestion } from '../../src/server/page-types.ts'
import type { Connection } from '../data/source.ts'
import { Line } from '../parts/text.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { useLoaded } from '../parts/use-loaded.ts'
import { linkTo, type Route } from '../route.ts'
import { useSource } from '../source-context.ts'
import { formatAgo, formatCount, formatDate, formatMs } from '../text/format.ts'
import { HooksView } from './hooks-view.tsx'

interface SessionsProps {
  view: Route['view']
  onConnection(state: Connection): void
  onQuestions(questions: readonly PageQuestion[]): void
}

/** Milliseconds between two readings of the list, however much is recorded. */
const pause = 700

/** All sessions, the latest first. */
export function SessionsView({ view, onConnection, onQuestions }: SessionsProps): JSX.Element {
  const source = useSource()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let timer: number | undefined
    const again = (): void => {
      timer ??= window.setTimeout(() => {
        timer = undefined
        setTurn((before) => before + 1)
      }, pause)
    }
    const stop = source.watch(null, { changed: again, questions: onQuestions, connection: onConnection })
    const clock = window.setInterval(again, 15_000)
    return () => {
      stop()
      window.clearTimeout(timer)
      window.clearInterval(clock)
    }
  }, [source])
  const { value, error } = useLoaded(() => source.sessions(), [turn])
  useKeys({
    j: () => moveFocus(1),
    ArrowDown: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowUp: () => moveFocus(-1),
  })

  return (
    <main class="session">
      <nav class="tabs" aria-label="Views of all sessions">
        <a href={linkTo({})} aria-current={view === 'timeline' ? 'page' : undefined}>
          Sessions
        </a>
        <a href={linkTo({ view: 'hooks' })} aria-current={view === 'hooks' ? 'page' : undefined}>
          Hooks
        </a>
      </nav>
      {view === 'hooks' ? (
        <HooksView session={null} version={turn} onPick={null} />
      ) : (
        <SessionList sessions={value} error={error} />
      )}
    </main>
  )
}

function SessionList({
  sessions,
  error,
}: {
  sessions: SessionSummary[] | undefined
  error: string | undefined
}): JSX.Element {
  const latest = [...(sessions ?? [])].sort((a, b) => b.lastAt - a.lastAt)
  return (
    <div class="sessions">
      <h1 class="unseen">Sessions</h1>
      {error !== undefined && (
        <p class="banner" role="alert">
          The sessions could not be read: {error}
        </p>
      )}
      {sessions?.length === 0 && (
        <p class="empty">Nothing is recorded yet. Sessions appear here as soon as one of their hooks is due.</p>
      )}
      <ul class="cards">
        {latest.map((session) => (
          <SessionCard key={session.sessionId} session={session} />
        ))}
      </ul>
    </div>
  )
}

function SessionCard({ session }: { session: SessionSummary }): JSX.Element {
  const { sessionId, projectDir, program, firstAt, lastAt, events, runs, denied, failedOpen, slow, waiting } = session
  return (
    <li>
      <a class="card" href={linkTo({ session: sessionId })}>
        <span class="card-title">
          <Line text={sessionId} />
          {program !== '' && (
            <span class="chip">
              <Line text={program} />
            </span>
          )}
        </span>
        <span class="card-where">
          <Line text={projectDir} />
        </span>
        <span class="card-time" title={`${formatDate(firstAt)} to ${formatDate(lastAt)}`}>
          {formatAgo(lastAt)} · {formatMs(lastAt - firstAt)}
        </span>
        <span class="card-counts">
          <span>{formatCount(events, 'event')}</span>
          <span>{formatCount(runs, 'hook run')}</span>
          {waiting > 0 && <span class="badge ask">{formatCount(waiting)} waiting</span>}
          {denied > 0 && <span class="badge deny">{formatCount(denied)} denied</span>}
          {failedOpen > 0 && <span class="badge open">{formatCount(failedOpen)} failed open</span>}
          {slow > 0 && <span class="badge broken">{formatCount(slow)} slow</span>}
        </span>
      </a>
    </li>
  )
}

function moveFocus(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('a.card')]
  const at = cards.indexOf(document.activeElement as HTMLElement)
  cards[at === -1 ? 0 : Math.max(0, Math.min(cards.length - 1, at + by))]?.focus()
}
