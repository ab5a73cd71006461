import type { JSX } from 'preact'
import type { SessionRecord } from '../../src/protocol/records.ts'
import type { RunRow } from '../../src/protocol/verdict.ts'
import type { Clip } from '../../src/server/page-types.ts'
import { type Run, slowMs } from '../data/timeline.ts'
import { Badge, judgeRun } from '../parts/badge.tsx'
import { type Axis, linearAxis, RunBar, roundUp } from '../parts/bar.tsx'
import { ClipNote } from '../parts/clip-note.tsx'
import { Json, samePath } from '../parts/json.tsx'
import { Line, Lines } from '../parts/text.tsx'
import { formatMs } from '../text/format.ts'

type RunRecord = Extract<SessionRecord, { kind: 'run' }>

interface RunListProps {
  runs: readonly RunRecord[]
  /** A row for every configured hook. */
  rows: readonly RunRow[]
  total: number
  clips: readonly Clip[]
}

/** The hooks of one firing: those that ran, when and with what result, and those that did not, with the reason. */
export function RunList({ runs, rows, total, clips }: RunListProps): JSX.Element {
  const scale = roundUp(Math.max(1, total, ...runs.map(({ body }) => body.startMs + body.ms)))
  const skipped = rows.filter(({ status }) => status === 'skipped')
  if (runs.length === 0 && skipped.length === 0) return <p class="empty">No hook is configured for it.</p>
  return (
    <>
      {runs.length > 0 && (
        <div class="run-scale" aria-hidden="true">
          <span>0</span>
          <span>{formatMs(scale / 2)}</span>
          <span>{formatMs(scale)}</span>
        </div>
      )}
      {runs.map((run) => (
        <RunDetail
          key={run.id}
          record={run}
          axis={linearAxis(scale)}
          clips={clips.filter((clip) => clip.record === run.id)}
        />
      ))}
      {skipped.length > 0 && (
        <ul class="skipped" aria-label="Hooks that did not run">
          {skipped.map((row, index) => (
            <li key={index}>
              <Badge tone="plain">skipped</Badge> <Line text={row.hook} />{' '}
              <span class="faint">
                <Line text={row.why ?? ''} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function RunDetail({ record, axis, clips }: { record: RunRecord; axis: Axis; clips: Clip[] }): JSX.Element {
  const { body } = record
  const brief = toBrief(record)
  const judged = judgeRun(brief)
  const troubled = body.failedOpen || body.status === 'failed' || body.status === 'timeout'
  return (
    <details class={`run-detail${body.failedOpen ? ' open' : ''}`} open={troubled || body.status === 'blocked'}>
      <summary>
        <span class="run-name">
          <Line text={body.name ?? body.hook} />
        </span>
        <Badge tone={judged.tone}>{judged.word}</Badge>
        <RunBar run={brief} axis={axis} />
        <span class="ms">
          {body.ms >= slowMs && <Badge tone="broken">slow</Badge>} {formatMs(body.ms)}
        </span>
      </summary>
      <dl class="facts">
        <Fact name="Hook" text={body.hook} />
        <Fact name="Source" text={body.source} />
        <Fact name="Handler" text={`${body.handler}, ${body.dialect}`} />
        <Fact name="Ended" text={describeEnd(record)} />
        <Fact name="Reason" text={body.reason} />
        <Fact name="Trouble" text={body.message} />
        <Fact name="Remarks" text={body.remarks?.join('\n')} />
        {body.usage && (
          <Fact
            name="Model"
            text={`${body.usage.model}: ${body.usage.inputTokens} tokens in, ${body.usage.outputTokens} out, ${body.usage.calls} calls`}
          />
        )}
      </dl>
      <Output name="stdout" text={body.stdout} clips={clips} />
      <Output name="stderr" text={body.stderr} clips={clips} />
      {body.value !== undefined && (
        <>
          <h5>answer</h5>
          <Json value={body.value} clips={clips} path={['body', 'value']} />
        </>
      )}
      {body.cut && (
        <p class="clip">
          Too long to be recorded whole: <Line text={body.cut.join(', ')} />
        </p>
      )}
    </details>
  )
}

function toBrief({ id, body }: RunRecord): Run {
  return {
    kind: 'run',
    id,
    hook: body.hook,
    handler: body.handler,
    status: body.status,
    startMs: body.startMs,
    ms: body.ms,
    ...(body.decision !== null && { decision: body.decision }),
    ...(body.failedOpen && { failedOpen: body.failedOpen }),
  }
}

function describeEnd({ body }: RunRecord): string {
  const parts = [
    body.status,
    body.class,
    body.exitCode === undefined || body.exitCode === null ? undefined : `exit ${body.exitCode}`,
    body.signal,
    body.recheck && 'second look after a rewrite',
    body.async && 'nobody waited for it',
    `began after ${formatMs(body.startMs)}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function Fact({ name, text }: { name: string; text: string | null | undefined }): JSX.Element | null {
  if (!text) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text.includes('\n') ? <Lines text={text} /> : <Line text={text} />}</dd>
    </div>
  )
}

function Output({ name, text, clips }: { name: string; text: string | undefined; clips: Clip[] }): JSX.Element | null {
  if (!text) return null
  const clip = clips.find((one) => samePath(one.path, ['body', name]))
  return (
    <>
      <h5>{name}</h5>
      <Lines text={text} />
      {clip && <ClipNote clip={clip} shown={text.length} />}
    </>
  )
}
