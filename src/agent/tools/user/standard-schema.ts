/**
 * A schema of any library that follows Standard Schema (version 1). `jsonSchema` is its extension for libraries that can
 * also write themselves as JSON Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: { readonly input: (options: { target: string }) => Record<string, unknown> } | undefined
  }
}

/** A value that fits, as the schema has read it, or what is wrong. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Whether a schema is one of these; some libraries make theirs as functions. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  const holder = schema as { '~standard'?: { validate?: unknown } } | null | undefined
  return typeof holder?.['~standard']?.validate === 'function'
}
