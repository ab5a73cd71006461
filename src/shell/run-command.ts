import { brief, type Context, type Dress, type Field, listCommand, report } from './context.ts'
import { plainWord } from './plain-word.ts'
import { type Ends, stayIn } from './track-directory.ts'
import { findHandler } from './wrappers/find-handler.ts'

/** Lists a command given its words, then looks at what the command runs in turn, if it is one that does. */
export function runCommand(fields: Field[], context: Context, dress: Dress = { assignments: [], redirects: [] }): Ends {
  const [name, ...args] = fields
  if (name === undefined || (context.depth > 0 && !context.analysis.mayEnter(context.depth, 0)))
    return stayIn(context.cwd)
  const { assignments, redirects } = dress
  listCommand(context, { words: fields.map(plainWord), assignments, redirects })
  const { value } = name
  if (value === null) {
    report(context, 'dynamic', `the command name ${brief(name.raw)} is only known at run time`)
    return stayIn(null)
  }
  if (name.glob) report(context, 'dynamic', `the command name ${brief(name.raw)} depends on file names`)
  if (name.raw.startsWith('=')) report(context, 'dynamic', `some shells look up ${brief(name.raw)} as a command`)
  const base = value.slice(value.lastIndexOf('/') + 1)
  return findHandler(base)?.({ name: base, args, context, dress }) ?? stayIn(context.cwd)
}
