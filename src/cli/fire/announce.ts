import { formatPlace } from '../../base/errors.ts'
import type { Hooks } from '../../hooks/create-hooks.ts'
import type { Hook } from '../../protocol/hook.ts'
import { showLines } from '../show-lines.ts'
import type { Terminal } from '../terminal.ts'
import type { FireFlags } from './fire-flags.ts'

/** Tells on stderr what is not in force: flags without effect, notices, and hooks that nobody approved or that cannot run here. */
export function announce(hooks: Hooks, flags: FireFlags, terminal: Terminal): void {
  const warn = (text: string): void =>
    terminal.tell(`${terminal.paint.stderr('yellow', 'warning:')} ${showLines(text)}`)
  if (flags.dialect !== undefined && flags.config.length === 0)
    warn('--dialect says how --config files are read, and there is none')
  for (const { message, place } of hooks.notices()) warn([formatPlace(place), message].filter(Boolean).join(' '))
  for (const [what, list] of Map.groupBy(listSilent(hooks), nameSilence))
    warn(`${list.length === 1 ? '1 hook' : `${list.length} hooks`} of ${what}`)
}

/** Whether there is anything about these hooks that every call has to tell. */
export function hasAnnouncements(hooks: Hooks): boolean {
  return hooks.notices().length + listSilent(hooks).length > 0
}

function listSilent(hooks: Hooks): Hook[] {
  return hooks.list().filter((hook) => hook.idle?.why === 'untrusted' || hook.idle?.why === 'unsupported')
}

function nameSilence({ source, idle }: Hook): string {
  return `${source.file ?? 'code'} (${idle!.why}) never ran: ${idle!.detail}`
}
