import type { JSX } from 'preact'
import type { SessionRecord } from '../../src/protocol/records.ts'
import { Badge } from '../parts/badge.tsx'
import { Line } from '../parts/text.tsx'
import { formatCount, formatTime } from '../text/format.ts'

type Of<Kind extends SessionRecord['kind']> = Extract<SessionRecord, { kind: Kind }>

/** What was asked, answered and decided about a tool call. */
export function PermissionLine({ record }: { record: Of<'permission'> | Of<'question'> | Of<'answer'> }): JSX.Element {
  switch (record.kind) {
    case 'permission':
      return (
        <li>
          <Badge tone={record.body.granted ? 'allow' : 'deny'}>{record.body.granted ? 'granted' : 'refused'}</Badge>{' '}
          {record.body.decidedBy !== null && (
            <>
              by <Line text={record.body.decidedBy} />{' '}
            </>
          )}
          <Line text={record.body.reason ?? ''} />
        </li>
      )
    case 'question':
      return (
        <li>
          <Badge tone="ask">asked</Badge> <Line text={record.body.reason} />
        </li>
      )
    case 'answer':
      return (
        <li>
          <Badge tone={record.body.behavior}>{record.body.behavior}</Badge> by <Line text={record.body.by} /> at{' '}
          {formatTime(record.at)} <Line text={record.body.message ?? ''} />
        </li>
      )
  }
}

/** What became of the text that hooks had for the model. */
export function DeliveryLine({ record: { body } }: { record: Of<'delivery'> }): JSX.Element {
  const whole = body.state === 'delivered'
  return (
    <li>
      <Badge tone={whole ? 'allow' : 'broken'}>{body.state}</Badge> {formatCount(body.characters, 'character')} of{' '}
      <Line text={body.hooks.join(', ')} />
      {body.request !== undefined && <> in request {body.request}</>}
      {body.file !== undefined && (
        <>
          ; the whole text is in <Line text={body.file} />
        </>
      )}
    </li>
  )
}
