import { describeThrown } from '../base/describe-thrown.ts'

/** Checks a tool input; a message says why it does not fit the tool. */
export type InputCheck = (toolName: string, input: Record<string, unknown>) => string | undefined

/** Asks the host's check. One that throws could not tell that the input fits, so it does not. Never throws. */
export function judgeInput(
  check: InputCheck | undefined,
  toolName: string,
  input: Record<string, unknown>,
): string | undefined {
  try {
    return check?.(toolName, input)
  } catch (error) {
    return `it could not be checked: ${describeThrown(error)}`
  }
}
