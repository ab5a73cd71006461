import { HookError } from '../../../base/errors.ts'
import { copyPlain } from '../../../base/json.ts'
import type { ToolKind } from '../../../hooks/tool-kind.ts'
import { showOutput } from '../show-output.ts'
import type { AgentTool, ToolContext } from '../tool-types.ts'
import { createInputReader } from './read-input.ts'
import type { StandardSchema } from './standard-schema.ts'

/** What a tool of the host's own is made of. */
export interface ToolDefinition<S extends InputSchema> {
  /** Letters, digits, `_` and `-`, at most 64. */
  name: string
  /** What it does and when to use it, for the model. */
  description: string
  /** A schema of any library that follows Standard Schema, or a JSON Schema of an object. */
  inputSchema: S
  /** JSON Schema for the model, where the library of `inputSchema` cannot write it itself. */
  jsonSchema?: Readonly<Record<string, unknown>>
  /** How it touches the world; one that says nothing counts as one that executes. */
  kind?: ToolKind
  /** The paths that a call touches, for permission rules and approvers. */
  affectedPaths?(input: Readonly<Record<string, unknown>>, cwd: string): string[]
  /** Does the work with the input as the schema has read it. What it throws, the model reads. */
  run(input: InputOf<S>, context: UserToolContext): unknown
  /** The text for the model; JSON by default, or the output itself where it is text or has text as `content`. */
  toText?(output: unknown): string
}

export type InputSchema = StandardSchema | Readonly<Record<string, unknown>>

/** What the schema makes of an input. */
export type InputOf<S> = S extends StandardSchema<infer _, infer Output> ? Output : Readonly<Record<string, unknown>>

/** What a tool of the host's own is given beside its input. */
export type UserToolContext = Omit<ToolContext, 'approval'>

/**
 * Makes a tool for an agent. Its inputs are checked before anything runs, keys that the schema does not name included, and
 * it runs only with the approval for that very input. The output must be plain data; what is not becomes what JSON makes
 * of it. Throws `CONFIG_INVALID_VALUE` for a name that no model would accept.
 */
export function defineTool<const S extends InputSchema>(definition: ToolDefinition<S>): AgentTool {
  const { name, description, kind = 'execute' } = definition
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
    throw new HookError('CONFIG_INVALID_VALUE', `"${name}" is no name for a tool`, {
      hint: 'Use letters, digits, _ and -, at most 64.',
    })
  }
  const reader = createInputReader(definition.inputSchema, definition.jsonSchema)
  return {
    name,
    description,
    kind,
    inputSchema: reader.jsonSchema,
    check: (input) => reader.check(input),
    affectedPaths: (input, cwd) => definition.affectedPaths?.(input, cwd) ?? [],
    async run(input, { approval, ...context }) {
      approval.redeem(name, input)
      context.signal.throwIfAborted()
      const read = (await reader.read(input)) as InputOf<S>
      return makePlain(await definition.run(read, context))
    },
    toText: (output) => definition.toText?.(output) ?? showOutput(output, showContent),
  }
}

function makePlain(output: unknown): unknown {
  if (output === undefined) return null
  try {
    return copyPlain(output)
  } catch {
    const json = JSON.stringify(output)
    return json === undefined ? null : JSON.parse(json)
  }
}

function showContent({ content }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof content === 'string' ? content : undefined
}
