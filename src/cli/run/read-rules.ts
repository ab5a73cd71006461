import { HookError } from '../../base/errors.ts'
import { listKnownTools, meantTool } from '../../lint/known-tools.ts'
import { parseRule, type Rule } from '../../match/index.ts'

/**
 * The permission rules of a flag. Throws `USAGE` for one that is no rule, and for one about a tool that is nearly one that
 * exists: it would never match, and nobody would be told.
 */
export function readRules(flag: string, rules: readonly string[]): string[] {
  const known = listKnownTools('blade')
  for (const text of rules) {
    for (const name of parse(flag, text).tools) {
      const meant = meantTool(name, known)
      if (meant === undefined || name.includes('*')) continue
      throw new HookError('USAGE', `--${flag} ${text}: there is no tool "${name}"`, {
        hint: `Did you mean "${text.replace(name, meant)}"?`,
      })
    }
  }
  return [...rules]
}

function parse(flag: string, text: string): Rule {
  try {
    return parseRule(text)
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    throw new HookError('USAGE', `--${flag}: ${error.message}`, { hint: error.hint, cause: error })
  }
}
