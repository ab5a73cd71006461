import { HookError } from '../base/errors.ts'
import type { Layer } from '../protocol/source.ts'

/** Says that a file has no right to what it wants. */
export function ignored(key: string, layer: Layer): HookError {
  return new HookError(
    'CONFIG_INVALID_VALUE',
    `"${key}" in a ${layer} file was ignored: such a file can only tighten`,
    {
      hint: 'Put it into a user file, or give it in code.',
    },
  )
}
