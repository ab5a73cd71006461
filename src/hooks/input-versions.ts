import { type InputCheck, judgeInput } from '../engine/judge-input.ts'

/** What the input of a call was on its way through the hooks. */
export interface InputVersions {
  /** The check of the host, which is given every version. */
  readonly check: InputCheck
  /** What the input was in between: neither as asked for nor as it would run. */
  between(): readonly Record<string, unknown>[]
}

/** Notes every version of an input that hooks make. */
export function noteVersions(check: InputCheck | undefined): InputVersions {
  const versions: Record<string, unknown>[] = []
  return {
    check(toolName, input) {
      versions.push(input)
      return judgeInput(check, toolName, input)
    },
    between: () => versions.slice(0, -1),
  }
}
