import { HookError } from '../../base/errors.ts'
import { mergeInto } from '../../dialects/convert/merge-into.ts'
import type { TargetEntry } from '../../dialects/convert/target-writer.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { checkHooks } from './check-hooks.ts'

/**
 * Adds entries to the text of a settings file; everything else stays byte for byte. Throws a `HookError` with what can be done
 * about a file that they cannot be added to.
 */
export function addEntries(
  settings: { text: string; file: string },
  entries: readonly TargetEntry[],
  dialect: DialectName,
): string {
  try {
    const merged = mergeInto(settings, entries, dialect)
    // Merging looks at the events it adds to; Claude Code looks at all of them.
    if (dialect === 'claude') checkHooks(settings)
    return merged
  } catch (error) {
    if (!(error instanceof HookError) || error.code !== 'CONFIG_INVALID_VALUE') throw error
    const hint = 'Mend the hooks of that file first, or name another one with --settings. Nothing was changed.'
    throw new HookError(error.code, error.message, { hint, place: error.place, cause: error })
  }
}
