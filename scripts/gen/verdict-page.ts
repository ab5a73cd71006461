import type { Field, Shape } from '../../src/protocol/schema/field.ts'
import { verdictShape } from '../../src/protocol/verdict-shape.ts'
import { fieldTable, page } from './markdown.ts'

/** The reference of the verdict. */
export function verdictPage(): string {
  return page([
    '# Verdict',
    'What `session.fire` resolves to and `hookline fire` prints: all outcomes of one event, merged. A deny makes the call fail with the reason; on events that keep an agent working it means go on; `halt` ends the session. No decision leaves the host to its own policy.',
    fieldTable(verdictShape),
    '## A row of `changes`',
    fieldTable(rowShape(verdictShape.changes)),
    '## A row of `failedOpen`',
    fieldTable(rowShape(verdictShape.failedOpen)),
    '## A row of `runs`',
    fieldTable(rowShape(verdictShape.runs)),
  ])
}

function rowShape(field: Field): Shape {
  if (field.kind !== 'list' || field.item.kind !== 'object') throw new Error('not a list of objects')
  return field.item.fields
}
