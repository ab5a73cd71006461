import { basename } from 'node:path'
import { viewCommand } from '../../match/guards/command-view.ts'
import type { SimpleCommand } from '../../shell/index.ts'
import { ask, deny, type Finding } from './finding.ts'

const ownNames = /^(?:hookline|ccc)(?:@.*|\.[cm]?[jt]s)?$/
const ownFiles = /(?:^|\/)(?:hookline|ccc)\.[cm]?[jt]s$|(?:^|\/)cli\/(?:ccc-)?main\.[cm]?[jt]s$/
const runners = /^(?:node|nodejs|bun|deno|tsx|ts-node|sh|bash)$/

/** Calls of our own programs that change which hooks run or are trusted: those are for people. */
export function judgeOwnProgram(command: SimpleCommand): Finding | null {
  const words = listOwnWords(command)
  if (words === null) return null
  const [sub = '', ...rest] = words.filter((word) => word !== null)
  if (rest.includes('--help') || rest.includes('-h')) return null
  if (words.some((word) => word === null) && changing.has(sub)) return deny(`calls hookline ${sub}`)
  if (isChange(sub, rest)) return deny(`calls hookline ${sub}, which is for people`)
  // Another home has other guards in it.
  const moved = command.assignments.find(({ name }) => /^(?:HOME|XDG_(?:CONFIG|STATE)_HOME)$/.test(name))
  if (moved) return ask(`calls hookline with another ${moved.name}`)
  return words[0] === null ? ask('calls hookline with a command that is known only when it runs') : null
}

const changing = new Set(['trust', 'install', 'uninstall', 'init', 'supervisor-mode'])

function isChange(sub: string, rest: readonly string[]): boolean {
  switch (sub) {
    case 'trust':
      return (
        !rest.some((word) => word === '--list' || word === '--check') ||
        rest.some((word) => /^--(?:revoke|suspend|yes)/.test(word))
      )
    case 'install':
    case 'uninstall':
    case 'init':
      return true
    case 'supervisor-mode':
      return rest.some((word) => word === 'on' || word === 'off')
    case 'lint':
      return rest.includes('--fix')
    case 'convert':
      return rest.some((word) => word.startsWith('--into'))
    default:
      return false
  }
}

/** What follows our program's name; null when something else is called. */
function listOwnWords(command: SimpleCommand): (string | null)[] | null {
  const view = viewCommand(command)
  if (view.program === null) return null
  if (ownNames.test(view.program)) return view.args.map(({ value }) => value)
  if (!runners.test(view.program)) return null
  const at = view.args.findIndex(({ value }) => value !== null && !value.startsWith('-'))
  const script = view.args[at]?.value ?? ''
  const isOwn = ownFiles.test(script) || ownNames.test(basename(script))
  return isOwn ? view.args.slice(at + 1).map(({ value }) => value) : null
}
