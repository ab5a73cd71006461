import { decisions } from '../protocol/decision.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Sample } from '../protocol/hook.ts'
import type { HooksConfig } from '../protocol/native-config.ts'
import {
  anyObject,
  anything,
  either,
  type Field,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  type Shape,
  text,
} from '../protocol/schema/field.ts'

/** A file of cases: events that are fired at a configuration, and what must come of them. */
export interface HookTest {
  $schema?: string
  version?: 1
  /** Configuration files, relative to this one, or a native configuration. Without it, what `hookline test` itself uses. */
  config?: string | string[] | HooksConfig
  /** Dialect of the configuration files; else told from their content. */
  dialect?: DialectName
  /** Root of the project, relative to this file; the working directory by default. */
  cwd?: string
  cases: HookTestCase[]
}

/** One event and what must come of it. */
export interface HookTestCase {
  name: string
  /** Its name in any dialect. */
  event: string
  /** Input fields; for tools also a command line or the input of a tool, as in samples. */
  input: Sample
  expect: Expectation
}

/** What must hold of a verdict. Only what is given is looked at. */
export interface Expectation {
  /** `none` or null: no decision. */
  decision?: 'deny' | 'ask' | 'allow' | 'none' | null
  /** A part of the reason. */
  reason?: string
  /** Id of the hook that decided. */
  decidedBy?: string | null
  /** Paths that were rewritten, such as `input.command`; all of them. */
  changes?: string[]
  /** Fields of the rewritten input. */
  input?: Record<string, unknown>
  output?: unknown
  prompt?: string
  /** Parts of what the model reads; an empty list: nothing. */
  context?: string | string[]
  /** Parts of what the user sees. */
  messages?: string | string[]
  /** Variables that were set. */
  env?: Record<string, string>
  /** Whether the session ends, or a part of the reason. */
  halt?: boolean | string
  /** Ids of all gates that failed open. */
  failedOpen?: string[]
  /** Ids of all hooks that ran. */
  ran?: string[]
}

const texts = (about: string): Field<string | string[]> => either([text(about), listOf(text(about), about)], about)

const expectation: Shape = {
  decision: optional(orNull(oneOf([...decisions, 'none'], 'What must be decided.'))),
  reason: optional(text('A part of the reason.')),
  decidedBy: optional(orNull(text('Id of the hook that decided.'))),
  changes: optional(listOf(text('A path.'), 'Paths that were rewritten.')),
  input: optional(anyObject('Fields of the rewritten input.')),
  output: optional(anything('The rewritten output.')),
  prompt: optional(text('The rewritten prompt.')),
  context: optional(texts('Parts of what the model reads.')),
  messages: optional(texts('Parts of what the user sees.')),
  env: optional(recordOf(text('A value.'), 'Variables that were set.')),
  halt: optional(
    either([flag('Whether the session ends.'), text('A part of the reason.')], 'Whether the session ends.'),
  ),
  failedOpen: optional(listOf(text('An id.'), 'Gates that failed open.')),
  ran: optional(listOf(text('An id.'), 'Hooks that ran.')),
}

/** The shape of a file of cases. */
export const hookTestShape: Shape = {
  $schema: optional(text('JSON Schema of the file.')),
  version: optional(oneOf([1], 'Version of the format.')),
  config: optional(either([texts('Configuration files.'), anyObject('A native configuration.')], 'What is tested.')),
  dialect: optional(oneOf(['blade', 'claude', 'kimi', 'kimi-official'], 'Dialect of the configuration files.')),
  cwd: optional(text('Root of the project, relative to the file.')),
  cases: listOf(
    objectOf(
      {
        name: text('What the case shows.'),
        event: text('Name of the event.'),
        input: either([text('A command line or prompt.'), anyObject('Input fields.')], 'The input.'),
        expect: objectOf(expectation, 'What must come of it.'),
      },
      'A case.',
    ),
    'The cases.',
    1,
  ),
}
