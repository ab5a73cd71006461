import type { CSSProperties, JSX } from 'preact'
import type { Row } from '../data/filter.ts'
import { type Firing, hasFailedOpen, longestMs, type Note, type Run, slowMs } from '../data/timeline.ts'
import { Badge, judgeFiring, judgeRun } from '../parts/badge.tsx'
import { type Axis, FiringBars, RunBar } from '../parts/bar.tsx'
import { Line } from '../parts/text.tsx'
import { formatCount, formatMs, formatTime } from '../text/format.ts'
import { toVisible } from '../text/visible.ts'
import { describeNote } from './describe-note.tsx'

interface RowProps {
  row: Row
  name: string
  index: number
  axis: Axis
  place: CSSProperties
  focusable: boolean
  active: boolean
  selected: boolean
  onOpen(): void
}

/** One line of the timeline. */
export function RowLine({ row, name, index, axis, place, focusable, active, selected, onOpen }: RowProps): JSX.Element {
  const state = `${active ? ' active' : ''}${selected ? ' selected' : ''}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list that draws only what is in sight cannot be a table.
    <div
      class={`row ${row.type}${classOf(row)}${state}`}
      role="row"
      data-key={name}
      aria-rowindex={index + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      style={place}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault()
          onOpen()
        }
      }}
    >
      {row.type === 'firing' && <FiringCells firing={row.firing} axis={axis} />}
      {row.type === 'run' && <RunCells run={row.run} axis={axis} last={row.last} />}
      {row.type === 'note' && <NoteCells note={row.note} />}
    </div>
  )
}

function classOf(row: Row): string {
  if (row.type === 'firing')
    return `${hasFailedOpen(row.firing) ? ' open' : ''}${longestMs(row.firing) >= slowMs ? ' slow' : ''}`
  if (row.type === 'run') return `${row.run.failedOpen ? ' open' : ''}${row.run.ms >= slowMs ? ' slow' : ''}`
  return row.note.kind === 'loss' ? ' loss' : ''
}

function Cell({
  name,
  children,
}: {
  name: string
  children?: JSX.Element | string | (JSX.Element | string | false | null)[] | false | null
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as above.
    // biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus.
    <span class={name} role="gridcell">
      {children}
    </span>
  )
}

function FiringCells({ firing, axis }: { firing: Firing; axis: Axis }): JSX.Element {
  const judged = judgeFiring(firing)
  const { verdict, tool, subject, agentId } = firing
  return (
    <>
      <Cell name="time">{formatTime(firing.at)}</Cell>
      <Cell name="event">
        <span>
          {firing.event || 'unknown'}
          {agentId !== '' && (
            <span class="chip" title={`Sub-agent ${toVisible(agentId)}`}>
              sub-agent
            </span>
          )}
        </span>
      </Cell>
      <Cell name="what">
        <span>
          {tool !== '' && (
            <b>
              <Line text={tool} />
            </b>
          )}{' '}
          <Line text={subject} />
          {verdict?.reason !== undefined && (
            <span class={`reason ${verdict.decision ?? ''}`}>
              {' '}
              <Line text={verdict.reason} />
            </span>
          )}
        </span>
      </Cell>
      <Cell name="decision">
        {[
          judged && <Badge tone={judged.tone}>{judged.word}</Badge>,
          hasFailedOpen(firing) && <Badge tone="open">failed open</Badge>,
          firing.undelivered !== null && (
            <Badge tone="broken" title="What hooks had for the model did not reach it whole; the details say more">
              {firing.undelivered}
            </Badge>
          ),
          verdict?.changes !== undefined && (
            <span class="chip" title={`${formatCount(verdict.changes, 'field')} changed by hooks`}>
              ✎ {verdict.changes}
            </span>
          ),
          verdict?.skipped !== undefined && (
            <span class="faint skips" title={`${formatCount(verdict.skipped, 'hook')} skipped; the details say why`}>
              {verdict.skipped} skipped
            </span>
          ),
        ]}
      </Cell>
      <Cell name="fall">
        <FiringBars firing={firing} axis={axis} />
      </Cell>
      <Cell name="ms">{verdict === null ? '' : formatMs(verdict.ms)}</Cell>
    </>
  )
}

function RunCells({ run, axis, last }: { run: Run; axis: Axis; last: boolean }): JSX.Element {
  const judged = judgeRun(run)
  return (
    <>
      <Cell name="time" />
      <Cell name="event">
        <span class="branch" aria-hidden="true">
          {last ? '└' : '├'}
        </span>
      </Cell>
      <Cell name="what">
        <span>
          <Line text={run.name ?? run.hook} /> <span class="faint">{run.handler}</span>
          {run.recheck && <span class="chip">recheck</span>}
          {run.async && <span class="chip">async</span>}
          {run.reason !== undefined && (
            <span class={`reason ${judged.tone}`}>
              {' '}
              <Line text={run.reason} />
            </span>
          )}
        </span>
      </Cell>
      <Cell name="decision">
        {judged.word === 'ok' ? (
          <span class="faint">ok</span>
        ) : (
          <Badge tone={judged.tone} {...(run.class && { title: run.class })}>
            {judged.word}
          </Badge>
        )}
      </Cell>
      <Cell name="fall">
        <RunBar run={run} axis={axis} />
      </Cell>
      <Cell name="ms">
        {run.ms >= slowMs
          ? [
              <Badge key="slow" tone="broken">
                slow
              </Badge>,
              ' ',
              formatMs(run.ms),
            ]
          : formatMs(run.ms)}
      </Cell>
    </>
  )
}

function NoteCells({ note }: { note: Note }): JSX.Element {
  const { title, text, badge } = describeNote(note)
  return (
    <>
      <Cell name="time">{formatTime(note.at)}</Cell>
      <Cell name="event">
        <span class="faint">{title}</span>
      </Cell>
      <Cell name="what">
        <span>
          <Line text={text} />
        </span>
      </Cell>
      <Cell name="decision">{badge}</Cell>
      <Cell name="fall" />
      <Cell name="ms" />
    </>
  )
}
