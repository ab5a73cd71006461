import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { SessionRecord } from '../../src/protocol/records.ts'
import type { Clip, FiringDetail } from '../../src/server/page-types.ts'
import { listChanges } from '../data/changes.ts'
import type { Firing } from '../data/timeline.ts'
import { Badge, judgeFiring } from '../parts/badge.tsx'
import { DiffView } from '../parts/diff-view.tsx'
import { Json } from '../parts/json.tsx'
import { Line } from '../parts/text.tsx'
import { useLoaded } from '../parts/use-loaded.ts'
import { useNarrow } from '../parts/use-narrow.ts'
import { useSource } from '../source-context.ts'
import { formatCount, formatTime } from '../text/format.ts'
import { toVisible } from '../text/visible.ts'
import { FiringSummary } from './firing-summary.tsx'
import { DeliveryLine, PermissionLine } from './receipt-lines.tsx'
import { RunList } from './run-list.tsx'

type Of<Kind extends SessionRecord['kind']> = Extract<SessionRecord, { kind: Kind }>

interface PaneProps {
  session: string
  firing: string
  /** What the timeline knows of it. */
  told: Firing | undefined
  version: number
  onClose(): void
}

/** Everything about one firing. */
export function DetailPane({ session, firing, told, onClose }: PaneProps): JSX.Element {
  const source = useSource()
  const pane = useRef<HTMLElement>(null)
  // What is recorded never changes, but more may come: another run, the verdict.
  const state = `${firing} ${told?.runs.length} ${told?.extras} ${told?.verdict === null}`
  const { value, error } = useLoaded(() => source.firing(session, firing), [session, state])
  const detail = value?.firing === firing ? value : undefined
  useEffect(() => pane.current?.scrollTo(0, 0), [firing])
  const narrow = useNarrow()
  // On a phone the details cover the list: whoever reads by keyboard or voice must find themselves in them.
  useEffect(() => {
    if (narrow) pane.current?.querySelector('button')?.focus()
  }, [narrow])
  const judged = told && judgeFiring(told)
  return (
    <aside ref={pane} class="detail" aria-label="Details of the event">
      <header>
        <h2>
          {told?.event ?? 'Event'}{' '}
          {told?.tool && (
            <span class="tool">
              <Line text={told.tool} />
            </span>
          )}
        </h2>
        {judged && <Badge tone={judged.tone}>{judged.word}</Badge>}
        <button type="button" class="icon" onClick={onClose} aria-label="Close the details" title="Close (Esc)">
          ×
        </button>
      </header>
      {error !== undefined && (
        <p class="banner" role="alert">
          The details could not be read: {error}
        </p>
      )}
      {detail && <Detail detail={detail} />}
    </aside>
  )
}

function Detail({ detail }: { detail: FiringDetail }): JSX.Element {
  const { records, clips } = detail
  const of = <Kind extends SessionRecord['kind']>(kind: Kind): Of<Kind>[] =>
    records.filter((record): record is Of<Kind> => record.kind === kind)
  const [event] = of('event')
  const [verdict] = of('verdict')
  const changes = useMemo(() => listChanges(event, verdict), [detail])
  const others = [...of('permission'), ...of('question'), ...of('answer')].sort((a, b) => a.id - b.id)
  const deliveries = of('delivery')
  return (
    <>
      <FiringSummary event={event} verdict={verdict} />
      <Section title="Hooks">
        <RunList runs={of('run')} rows={verdict?.body.runs ?? []} total={verdict?.body.ms ?? 0} clips={clips} />
      </Section>
      {changes.length > 0 && (
        <Section title="Changes">
          {changes.map((change) => (
            <div key={change.path} class="change">
              <h4>
                <code>
                  <Line text={change.path} />
                </code>{' '}
                by <Line text={change.by.join(', ')} />
                {change.conflict && <Badge tone="broken">conflict: the last one won</Badge>}
              </h4>
              <DiffView
                before={change.before}
                after={change.after}
                label={`What became of ${toVisible(change.path)}`}
              />
            </div>
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Permission">
          <ul class="plain">
            {others.map((record) => (
              <PermissionLine key={record.id} record={record} />
            ))}
          </ul>
        </Section>
      )}
      {deliveries.length > 0 && (
        <Section title="Delivered to the model">
          <ul class="plain">
            {deliveries.map((record) => (
              <DeliveryLine key={record.id} record={record} />
            ))}
          </ul>
        </Section>
      )}
      {event && (
        <Section title="Input" folded={false}>
          <CutNote cut={event.body.cut} />
          <Json value={event.body.input} clips={clipsOf(clips, event.id)} path={['body', 'input']} />
        </Section>
      )}
      {verdict?.body.output !== undefined && (
        <Section title="Output after hooks">
          <CutNote cut={verdict.body.cut} />
          <Json value={{ output: verdict.body.output }} clips={clipsOf(clips, verdict.id)} path={['body']} />
        </Section>
      )}
      <Section title="Records" folded>
        {detail.more && <p class="clip">Only the first {formatCount(records.length, 'record')} are shown.</p>}
        {records.map((record) => (
          <details key={record.id}>
            <summary>
              #{record.seq} {record.kind} <span class="faint">{formatTime(record.at)}</span>
            </summary>
            <Json value={record} clips={clipsOf(clips, record.id)} />
          </details>
        ))}
      </Section>
    </>
  )
}

function clipsOf(clips: readonly Clip[], record: number): Clip[] {
  return clips.filter((clip) => clip.record === record)
}

function CutNote({ cut }: { cut: string[] | undefined }): JSX.Element | null {
  if (!cut || cut.length === 0) return null
  return (
    <p class="clip">
      Too long to be recorded whole: <Line text={cut.join(', ')} />
    </p>
  )
}

function Section(props: { title: string; folded?: boolean; children: ComponentChildren }): JSX.Element {
  return (
    <details class="section" open={props.folded !== true}>
      <summary>
        <h3>{props.title}</h3>
      </summary>
      {props.children}
    </details>
  )
}
