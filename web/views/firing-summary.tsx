import type { ComponentChildren, JSX } from 'preact'
import type { SessionRecord, VerdictBody } from '../../src/protocol/records.ts'
import { Line, Lines } from '../parts/text.tsx'
import { formatDate, formatMs } from '../text/format.ts'

type Of<Kind extends SessionRecord['kind']> = Extract<SessionRecord, { kind: Kind }>

/** What came of an event, in a few facts. */
export function FiringSummary({
  event,
  verdict,
}: {
  event: Of<'event'> | undefined
  verdict: Of<'verdict'> | undefined
}): JSX.Element {
  const body = verdict?.body
  const at = event?.at ?? verdict?.at ?? 0
  return (
    <dl class="facts">
      <Fact name="When">{`${formatDate(at)}${body ? `, took ${formatMs(body.ms)}` : ''}`}</Fact>
      {event?.body.agentId !== undefined && (
        <Fact name="Sub-agent">
          <Line text={event.body.agentId} />
        </Fact>
      )}
      {body?.reason && (
        <Fact name="Reason">
          <Lines text={body.reason} />
        </Fact>
      )}
      {body?.decidedBy && (
        <Fact name="Decided by">
          <code>
            <Line text={body.decidedBy} />
          </code>
        </Fact>
      )}
      {body?.halt && (
        <Fact name="Ends the session">
          <Lines text={body.halt.reason} />
        </Fact>
      )}
      {body && body.failedOpen.length > 0 && (
        <Fact name="Failed open">
          {listDistinct(body.failedOpen).map(([hook, failure]) => (
            <p key={`${hook} ${failure}`} class="failed-open">
              <Line text={hook} /> could not answer ({failure}) and, by its policy, let the call through.
            </p>
          ))}
        </Fact>
      )}
      <Texts name="Told to the model" texts={body?.context} />
      <Texts name="Told to the user" texts={body?.messages} />
      <Texts name="Warnings" texts={body?.warnings} />
      {body && body.env.length > 0 && (
        <Fact name="Variables set">
          <Line text={body.env.join(', ')} />
        </Fact>
      )}
    </dl>
  )
}

function listDistinct(failures: VerdictBody['failedOpen']): [hook: string, failure: string][] {
  return [
    ...new Map(failures.map((one) => [`${one.hook} ${one.class}`, [one.hook, one.class] as [string, string]])).values(),
  ]
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Texts({ name, texts = [] }: { name: string; texts: readonly string[] | undefined }): JSX.Element | null {
  if (texts.length === 0) return null
  return (
    <Fact name={name}>
      {texts.map((text, index) => (
        <Lines key={index} text={text} />
      ))}
    </Fact>
  )
}
