import { isRecord } from '../../protocol/schema/check.ts'

/**
 * The text of an output. Hooks may have replaced it by anything: text is shown as it is, and what the tool does not know
 * how to show, as JSON. Never throws.
 */
export function showOutput(
  output: unknown,
  toText: (output: Readonly<Record<string, unknown>>) => string | undefined,
): string {
  if (typeof output === 'string') return output
  if (isRecord(output)) {
    const text = toText(output)
    if (text !== undefined) return text
  }
  return JSON.stringify(output, null, 2) ?? ''
}
