import { toKebabCase, toSnakeCase } from '../../src/base/names.ts'
import { bladeEvents } from '../../src/dialects/blade/names.ts'
import { claudeEvents } from '../../src/dialects/claude/names.ts'
import { kimiEvents, officialEvents } from '../../src/dialects/kimi/names.ts'
import type { OutputShape } from '../../src/protocol/answer-field.ts'
import { commonInput } from '../../src/protocol/common-input.ts'
import { type EventName, eventDefinition, eventNames } from '../../src/protocol/event-types.ts'
import { commonOutput } from '../../src/protocol/schemas.ts'
import { powerInWords, toAnchor } from './event-table.ts'
import { code, fieldTable, page, table, typeInWords } from './markdown.ts'

/** The names of each dialect, by the heading of their column. */
const dialectNames: Readonly<Record<string, ReadonlyMap<string, EventName>>> = {
  native: bladeEvents,
  claude: claudeEvents,
  kimi: kimiEvents,
  'kimi-official': officialEvents,
}

/** The reference of all events: what each reads, what it may answer, and what other products call it. */
export function eventsPage(): string {
  return page([
    '# Events',
    'A command reads the fields below as one JSON object on stdin; a callback receives the same fields in camelCase (`tool_name` is `toolName`). JSON Schemas stand in [`schemas/`](../../schemas).',
    '## Common input',
    'Every event carries these besides its own.',
    fieldTable(commonInput, { rename: toSnakeCase }),
    '## Common output',
    'Every answer may hold these at top level. All fields of an answer may be missing.',
    answerTable(Object.entries(commonOutput).map(([name, field]) => [code(name), typeInWords(field), '', field.about])),
    '## Names in other dialects',
    coverageTable(),
    ...eventNames.flatMap(eventSection),
  ])
}

function coverageTable(): string {
  const rows = eventNames.map((event) => [
    `[${event}](#${toAnchor(event)})`,
    ...Object.values(dialectNames).map((names) => namesOf(event, names)),
  ])
  return table(['event', ...Object.keys(dialectNames)], rows)
}

function namesOf(event: EventName, names: ReadonlyMap<string, EventName>): string {
  const own = [...names].filter(([, hosted]) => hosted === event).map(([name]) => code(name))
  return own.join(', ') || '–'
}

function eventSection(name: EventName): string[] {
  const event = eventDefinition(name)
  const facts = [
    `Fires ${event.fires}. Schema: [\`${toKebabCase(name)}.schema.json\`](../../schemas/${toKebabCase(name)}.schema.json).`,
    `- Hooks may: ${event.powers.map(powerInWords).join(', ') || 'observe'}.`,
    event.blocked
      ? `- When blocked: ${event.blocked}.`
      : `- Cannot be blocked; a complaint (exit 2, a JSON deny) is read by the ${event.feedbackTo}.`,
    event.matches === null
      ? '- Has no matcher field: its hooks always run.'
      : `- The matcher tests ${code(toSnakeCase(event.matches))}.`,
    `- Plain text on stdout is ${event.plainText === 'context' ? 'context for the model' : 'only recorded'}.`,
  ]
  return [
    `## ${name}`,
    facts.join('\n'),
    'Input:',
    fieldTable(event.input, { rename: toSnakeCase }),
    ...outputPart(event.output),
  ]
}

function outputPart(output: OutputShape): string[] {
  const rows = Object.entries(output).map(([name, { field, merge, means }]) => [
    code(name),
    typeInWords(field),
    means === 'reason' ? 'that of the hook that decided' : mergeInWords[merge],
    field.about,
  ])
  if (rows.length === 0) return ['No output of its own.']
  return ['Output, inside `hookSpecificOutput`:', answerTable(rows)]
}

const mergeInWords = {
  strictest: 'the strictest',
  lastWins: 'the last in order',
  joined: 'all, joined',
  anyTrue: 'any that blocks',
} as const

function answerTable(rows: readonly (readonly string[])[]): string {
  return table(['field', 'type', 'of several hooks', 'meaning'], rows)
}
