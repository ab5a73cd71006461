import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { type Agent, agents, type Scope } from '../install/agents.ts'
import { chooseProgram, writeCommand } from '../install/choose-command.ts'
import { type ChosenConfigs, chooseConfigs, nameForShell } from '../install/choose-configs.ts'
import { type Registered, register } from '../install/register.ts'
import { openForReplacing, replaceFile } from '../install/replace-file.ts'
import { showLines } from '../show-lines.ts'

const flags = {
  scope: {
    type: 'text',
    choices: ['user', 'project', 'local'],
    about: 'Whose settings: yours (the default), the project’s, or yours for this project.',
  },
  config: {
    type: 'text',
    value: 'FILE',
    many: true,
    about:
      'Run Hookline with this configuration; else with the native one of the scope, which is made if there is none.',
  },
  settings: { type: 'text', value: 'FILE', about: 'Change this settings file of the agent instead.' },
  uninstall: { type: 'switch', about: 'Take Hookline out again.' },
  'dry-run': { type: 'switch', about: 'Only say what would change.' },
} as const

export default defineCommand({
  usage: `${Object.keys(agents).join('|')}`,
  flags,
  maxArguments: 1,
  examples: ['install claude', 'install claude --scope project --config hooks.json', 'install kimi --uninstall'],
  run: install,
})

type InstallCall = CommandCall<typeof flags>

async function install({ flags, arguments: [name], terminal }: InstallCall): Promise<number> {
  const agent = findAgent(name)
  const scope: Scope = flags.scope ?? 'user'
  const places = { home: process.env['HOME'] || homedir(), project: process.cwd() }
  const file = flags.settings === undefined ? findSettings(agent, scope, places) : resolve(flags.settings)
  const configs = flags.uninstall
    ? { files: [], missing: undefined }
    : await chooseConfigs(flags.config, { scope, ...places })
  const command = chooseCommand(agent, configs, { scope, project: places.project })
  const folder = flags.settings !== undefined ? dirname(file) : scope === 'user' ? places.home : places.project
  const target = openForReplacing(file, folder)
  const before = target.text ?? ''
  const entries = flags.uninstall ? [] : agent.write(command)
  const registered = register(before, { dialect: agent.dialect, file, entries })
  const changed = registered.text !== before
  if (!flags['dry-run']) {
    if (configs.missing !== undefined)
      replaceFile(openForReplacing(configs.missing, dirname(dirname(configs.missing))), emptyConfig)
    if (changed) replaceFile(target, registered.text)
  }
  const outcome = { agent, file, command, configs, registered, changed, flags }
  if (flags.json) terminal.print(JSON.stringify(describe(outcome), null, 2))
  else terminal.print(showLines(tell(outcome).join('\n')))
  return 0
}

const emptyConfig = `${JSON.stringify({ hooks: { version: 1 } }, null, 2)}\n`

function findAgent(name: string | undefined): Agent {
  const known = Object.keys(agents)
  const agent = name !== undefined && Object.hasOwn(agents, name) ? agents[name] : undefined
  if (agent) return agent
  const nearest = name === undefined ? undefined : nearestName(name, known)
  throw new HookError('USAGE', name === undefined ? 'which agent?' : `there is no agent "${name}"`, {
    hint: `${nearest === undefined ? '' : `Did you mean "${nearest}"? `}Agents: ${known.join(', ')}.`,
  })
}

function findSettings(agent: Agent, scope: Scope, places: { home: string; project: string }): string {
  const locate = agent.files[scope]
  if (locate) return locate(places)
  throw new HookError('USAGE', `${agent.title} has no settings of scope "${scope}"`, {
    hint: `It has: ${Object.keys(agent.files).join(', ')}.`,
  })
}

function chooseCommand(
  agent: Agent,
  { files, missing }: ChosenConfigs,
  where: { scope: Scope; project: string },
): string {
  const named = [...files, ...(missing === undefined ? [] : [missing])].map((file) =>
    nameForShell(file, { ...where, agent }),
  )
  return writeCommand(
    agent,
    named,
    chooseProgram({ node: process.execPath, script: process.argv[1] ?? '' }, process.env),
  )
}

interface Outcome {
  agent: Agent
  file: string
  command: string
  configs: ChosenConfigs
  registered: Registered
  changed: boolean
  flags: InstallCall['flags']
}

function describe({ agent, file, command, configs, registered, changed, flags }: Outcome): Record<string, unknown> {
  const { added, removed, kept, switchedOff } = registered
  return {
    version: 1,
    agent: agent.dialect,
    file,
    ...(!flags.uninstall && { command }),
    dryRun: flags['dry-run'],
    changed,
    added,
    removed,
    kept,
    switchedOff,
    ...(configs.missing !== undefined && { made: configs.missing }),
  }
}

function tell({ agent, file, command, configs, registered, changed, flags }: Outcome): string[] {
  const { added, removed, kept } = registered
  const would = flags['dry-run'] ? 'would be ' : ''
  const lines = [changed ? `${file} ${would === '' ? 'was' : would.trim()} changed.` : `${file} needs no change.`]
  if (added.length > 0) lines.push(`  ${would}added: ${added.join(', ')}`)
  if (removed.length > 0) lines.push(`  ${would}removed: ${removed.join(', ')}`)
  if (kept.length > 0) lines.push(`  kept: ${kept.join(', ')}`)
  if (configs.missing !== undefined) lines.push(`${configs.missing} ${would}made: put your hooks there.`)
  if (!flags.uninstall) lines.push(`${agent.title} runs: ${command}`)
  if (!flags.uninstall && registered.switchedOff)
    lines.push('But disableAllHooks is true there: no hook of that file runs.')
  return lines
}
