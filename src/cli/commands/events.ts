import { toSnakeCase } from '../../base/names.ts'
import { dialects } from '../../dialects/index.ts'
import { type EventName, eventDefinition, eventNames } from '../../protocol/event-types.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { screenWidth, wrapTable } from '../wrap-table.ts'

export default defineCommand({
  usage: '',
  flags: {},
  maxArguments: 0,
  examples: ['events', 'events --json'],
  run: printEvents,
})

async function printEvents({ flags, terminal }: CommandCall): Promise<number> {
  const rows = eventNames.map(describeEvent)
  if (flags.json) {
    terminal.print(JSON.stringify({ version: 1, events: rows }, null, 2))
    return 0
  }
  const cells = rows.map((row) => [row.name, row.powers.join(', ') || 'observe', row.matches ?? '-', row.fires])
  const heads = ['EVENT', 'HOOKS MAY', 'MATCHER TESTS', 'FIRES']
  const [head, ...body] = wrapTable([heads, ...cells], { width: screenWidth() })
  terminal.print([terminal.paint.stdout('bold', head!), ...body].join('\n'))
  return 0
}

interface EventRow {
  name: EventName
  aliases: readonly string[]
  /** What each dialect calls it; null when it has no such event. */
  dialects: Record<string, string | null>
  fires: string
  powers: readonly string[]
  blocked: string | null
  /** Wire name of the field that matchers test. */
  matches: string | null
  input: string[]
  output: string[]
}

function describeEvent(name: EventName): EventRow {
  const event = eventDefinition(name)
  return {
    name,
    aliases: event.aliases ?? [],
    dialects: Object.fromEntries(
      Object.values(dialects).map((dialect) => [dialect.name, dialect.eventName(name) ?? null]),
    ),
    fires: event.fires,
    powers: event.powers,
    blocked: event.blocked ?? null,
    matches: event.matches === null ? null : toSnakeCase(event.matches),
    input: Object.keys(event.input).map(toSnakeCase),
    output: Object.keys(event.output),
  }
}
