import { HookError } from '../base/errors.ts'

/** The error for a path that is left alone. `why` is the rest of a sentence that begins with the path. */
export function refuseState(path: string, why: string): HookError {
  return new HookError('STATE_UNSAFE', `${path} ${why}: it was left alone`, { place: { file: path } })
}
