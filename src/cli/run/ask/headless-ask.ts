import type { Ask, Question } from '../../../hooks/permission-types.ts'
import { proposeRules } from './propose-rules.ts'

/** Answers questions where nobody can be asked: always no, and how the call could run next time. */
export function createHeadlessAsk(cwd: string): Ask {
  return (question) => ({ behavior: 'deny', message: explainDenial(question, cwd) })
}

/** Why a call was denied that nobody could be asked about, with the remedies that would help. */
export function explainDenial({ toolName, input, reason, askedBy }: Question, cwd: string): string {
  const asked = `${/[.!?。！？]$/.test(reason) ? reason : `${reason}.`} There is nobody to ask, so it was denied.`
  if (askedBy !== null)
    return `${asked} ${askedBy} wants it asked every time: run hookline in a terminal, or let a PermissionRequest hook approve it.`
  const rules = proposeRules({ toolName, input, cwd }) ?? []
  const flags = rules.map((rule) => `--allow '${rule.replaceAll("'", `'\\''`)}'`).join(' ')
  const remedies = [
    ...(flags === '' ? [] : [`give ${flags}`]),
    'add a rule to permissions.allow',
    'let a PermissionRequest hook approve it',
    'choose another --permission-mode',
    'run hookline in a terminal',
  ]
  return `${asked} To let it run: ${remedies.slice(0, -1).join(', ')}, or ${remedies.at(-1)}.`
}
