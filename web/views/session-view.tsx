import type { JSX } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageQuestion } from '../../src/server/page-types.ts'
import { buildRows, type Filter, isFiltering, noFilter } from '../data/filter.ts'
import type { Connection, Source } from '../data/source.ts'
import { Timeline } from '../data/timeline.ts'
import { useKeys } from '../parts/use-keys.ts'
import { goTo, linkTo, type Route } from '../route.ts'
import { useSource } from '../source-context.ts'
import { DetailPane } from './detail-pane.tsx'
import { FilterBar } from './filter-bar.tsx'
import { HooksView } from './hooks-view.tsx'
import { TimelineView } from './timeline-view.tsx'

interface SessionProps {
  session: string
  route: Route
  onConnection(state: Connection): void
  onQuestions(questions: readonly PageQuestion[]): void
}

/** One session: its timeline with a filter and details, or how its hooks have done. */
export function SessionView({ session, route, onConnection, onQuestions }: SessionProps): JSX.Element {
  const { timeline, version, current } = useTimeline(session, { onConnection, onQuestions })
  const [filter, setFilter] = useState<Filter>(noFilter)
  const [hooks, setHooks] = useState(true)
  const box = useRef<HTMLInputElement>(null)
  const rows = useMemo(() => buildRows(timeline.items, filter, { hooks }), [version, filter, hooks])
  const firings = useMemo(() => rows.reduce((sum, row) => sum + (row.type === 'firing' ? 1 : 0), 0), [rows])
  const open = useCallback(
    (firing: string | null) =>
      goTo({ session, firing }, firing === null || location.hash.includes('/firing/') ? 'replace' : 'push'),
    [session],
  )

  useKeys({
    '/': () => box.current?.focus(),
    Escape: () => (route.firing === null ? setFilter(noFilter) : open(null)),
  })

  return (
    <main class={route.firing === null ? 'session' : 'session with-detail'}>
      <nav class="tabs" aria-label="Views of the session">
        <a href={linkTo({ session })} aria-current={route.view === 'timeline' ? 'page' : undefined}>
          Timeline
        </a>
        <a href={linkTo({ session, view: 'hooks' })} aria-current={route.view === 'hooks' ? 'page' : undefined}>
          Hooks
        </a>
      </nav>
      {route.view === 'hooks' ? (
        <HooksView
          session={session}
          version={version}
          onPick={(hook) => {
            setFilter({ ...noFilter, hook })
            goTo({ session })
          }}
        />
      ) : (
        <>
          <FilterBar
            {...{ filter, onFilter: setFilter, hooks, onHooks: setHooks, timeline, box }}
            shown={firings}
            total={timeline.firings.size}
          />
          <div class="split">
            <TimelineView
              {...{ rows, current, hooks, selected: route.firing, onOpen: open }}
              empty={
                isFiltering(filter)
                  ? 'Nothing passes this filter.'
                  : current
                    ? 'Nothing is recorded of this session.'
                    : 'Reading…'
              }
            />
            {route.firing !== null && (
              <DetailPane
                session={session}
                firing={route.firing}
                told={timeline.firings.get(route.firing)}
                version={version}
                onClose={() => open(null)}
              />
            )}
          </div>
        </>
      )}
    </main>
  )
}

interface Listeners {
  onConnection(state: Connection): void
  onQuestions(questions: readonly PageQuestion[]): void
}

/** Milliseconds between two drawings while a long session is still being read. */
const catchUpPause = 200

/** Follows a session. However many records come, the page is drawn once per frame, and less often while it catches up. */
function useTimeline(session: string, { onConnection, onQuestions }: Listeners) {
  const source = useSource()
  const [timeline] = useState(() => new Timeline())
  const [version, setVersion] = useState(0)
  const [current, setCurrent] = useState(false)
  useEffect(() => {
    let waiting: number | undefined
    let complete = false
    const show = (): void => {
      waiting = undefined
      setVersion(timeline.version)
      setCurrent(complete)
    }
    const draw = (): void => {
      waiting ??= window.setTimeout(
        () => requestAnimationFrame(show),
        complete || timeline.version < 2 ? 0 : catchUpPause,
      )
    }
    const stop = source.watch(session, {
      records: (briefs) => {
        timeline.add(briefs)
        draw()
      },
      current: () => {
        complete = true
        draw()
      },
      questions: onQuestions,
      connection: onConnection,
    })
    const timer = window.setInterval(
      () => void findInterrupted(source, session, timeline).then((any) => any && draw()),
      2_000,
    )
    return () => {
      stop()
      window.clearInterval(timer)
      window.clearTimeout(waiting)
    }
  }, [source, session])
  return { timeline, version, current }
}

/** As many are asked about at a time. */
const mostAsked = 20

/** Asks about firings that should have ended by now; true when one of them never will. */
async function findInterrupted(source: Source, session: string, timeline: Timeline): Promise<boolean> {
  const { version } = timeline
  const late = timeline.unfinished().filter(({ at }) => Date.now() - at > 2_000)
  for (const firing of late.slice(0, mostAsked)) {
    const gone = await source.isInterrupted(session, firing.key).catch(() => false)
    if (gone && firing.verdict === null) timeline.interrupt(firing)
  }
  return timeline.version !== version
}
