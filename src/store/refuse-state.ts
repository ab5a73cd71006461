import { HookError } from '../base/errors.ts'

/**
 * The error for a path that is left alone. `why` is the rest of a sentence that begins with the path: it is often told within
 * another one, without the place of an error.
 */
export function refuseState(path: string, why: string): HookError {
  return new HookError('STATE_UNSAFE', `${path} ${why}: it was left alone`)
}
