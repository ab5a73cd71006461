import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type CommandCall, defineCommand } from '../command.ts'
import { openForReplacing, replaceFile } from '../install/replace-file.ts'
import { showLines } from '../show-lines.ts'
import { chooseHookCommand } from './ccc-install-command.ts'
import { type Registered, registerSupervisor } from './ccc-install-register.ts'

const flags = {
  scope: {
    type: 'text',
    choices: ['user', 'project', 'local'],
    about: 'Whose settings: yours (the default), the project’s, or yours for this project.',
  },
  settings: { type: 'text', value: 'FILE', about: 'Change this settings file instead.' },
  'dry-run': { type: 'switch', about: 'Only say what would change.' },
} as const

type InstallCall = CommandCall<typeof flags>

export default defineCommand({
  usage: '',
  flags,
  maxArguments: 0,
  examples: ['install', 'install --scope project --dry-run'],
  run: (call) => change(call, chooseHookCommand(process.argv[1] ?? '', process.env)),
})

/** The way back: takes out what `install` put in. */
export const uninstallCommand = defineCommand({
  usage: '',
  flags,
  maxArguments: 0,
  examples: ['uninstall', 'uninstall --settings .claude/settings.json'],
  run: (call) => change(call, undefined),
})

async function change({ flags, terminal }: InstallCall, command: string | undefined): Promise<number> {
  const { file, folder } = findSettings(flags)
  const target = openForReplacing(file, folder)
  const registered = registerSupervisor(target.text, { file, ...(command !== undefined && { command }) })
  const changed = registered.text !== (target.text ?? '')
  if (changed && !flags['dry-run']) replaceFile(target, registered.text)
  const { added, removed, enabled } = registered
  if (flags.json)
    terminal.print(JSON.stringify({ version: 1, file, changed, dryRun: flags['dry-run'], added, removed, enabled }))
  else terminal.print(showLines(tell(registered, { file, changed, dryRun: flags['dry-run'] }).join('\n')))
  return 0
}

function findSettings({ scope, settings }: InstallCall['flags']): { file: string; folder: string } {
  if (settings !== undefined) return { file: resolve(settings), folder: dirname(resolve(settings)) }
  if (scope === 'project' || scope === 'local') {
    const name = scope === 'local' ? 'settings.local.json' : 'settings.json'
    return { file: join(process.cwd(), '.claude', name), folder: process.cwd() }
  }
  const { CLAUDE_CONFIG_DIR, CCC_CONFIG_DIR, HOME } = process.env
  const home = HOME || homedir()
  const given = CLAUDE_CONFIG_DIR || CCC_CONFIG_DIR
  return given
    ? { file: join(resolve(given), 'settings.json'), folder: resolve(given) }
    : { file: join(home, '.claude', 'settings.json'), folder: home }
}

function tell(
  { added, removed, enabled }: Registered,
  { file, changed, dryRun }: { file: string; changed: boolean; dryRun: boolean },
): string[] {
  const would = dryRun ? 'would be ' : ''
  const lines = [changed ? `${file} ${dryRun ? 'would be' : 'was'} changed.` : `${file} needs no change.`]
  if (added.length > 0) lines.push(`  ${would}added: ${added.join(', ')}`)
  if (removed.length > 0) lines.push(`  ${would}removed: ${removed.join(', ')}`)
  if (enabled) lines.push(`  disableAllHooks was true and ${would}set to false: all hooks of the file run again.`)
  return lines
}
