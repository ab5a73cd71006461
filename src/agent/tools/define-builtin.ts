import type { ToolKind } from '../../hooks/tool-kind.ts'
import { checkShape } from '../../protocol/schema/check.ts'
import type { Shape, TypeOfShape } from '../../protocol/schema/field.ts'
import { shapeToJsonSchema } from '../../protocol/schema/json-schema.ts'
import { describeIssues } from './describe-issues.ts'
import { showOutput } from './show-output.ts'
import type { AgentTool, ToolContext } from './tool-types.ts'

/** What a built-in tool is made of. */
export interface BuiltinDefinition<S extends Shape> {
  name: string
  description: string
  kind: ToolKind
  input: S
  /** What the shape cannot say: why an input that has the right types does not fit. */
  refuse?(input: TypeOfShape<S>): string | undefined
  /** The paths an input touches, as they were spelled. */
  paths?(input: TypeOfShape<S>, cwd: string): (string | null | undefined)[]
  run(input: TypeOfShape<S>, context: ToolContext): Promise<unknown>
  /** The text for the model; undefined when a hook has turned the output into something else, which is shown as it is. */
  toText(output: Readonly<Record<string, unknown>>): string | undefined
}

/**
 * Makes a tool from one description of its input, from which the check and the schema for the model derive. Every run
 * redeems its approval and looks at the signal before anything else happens.
 */
export function defineBuiltin<S extends Shape>(definition: BuiltinDefinition<S>): AgentTool {
  const { name, description, kind } = definition
  return {
    name,
    description,
    kind,
    inputSchema: shapeToJsonSchema(definition.input),
    check(input) {
      return (
        describeIssues(checkShape(definition.input, input)) ?? definition.refuse?.(input as TypeOfShape<S>) ?? undefined
      )
    },
    affectedPaths(input, cwd) {
      const paths = definition.paths?.(input as TypeOfShape<S>, cwd) ?? []
      return [...new Set(paths)].filter((path) => typeof path === 'string')
    },
    async run(input, context) {
      context.approval.redeem(name, input)
      context.signal.throwIfAborted()
      return definition.run(input as TypeOfShape<S>, context)
    },
    toText: (output) => showOutput(output, definition.toText),
  }
}
