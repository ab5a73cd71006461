import type { Field } from '../context.ts'
import { type Call, joinCode, reportOpaque, reportUnclear, runCode, runInner } from './call.ts'
import { readOptions } from './read-options.ts'

const RUNS_COMMAND =
  /(pager|editor|sshcommand|helper|fsmonitor|external|command|cmd|textconv|hookspath|askpass|program|gitproxy|driver|clean|smudge|process|uploadpack|receivepack|templatedir)$|^protocol\./i

/** Looks at the places where git takes commands: aliases and settings given by `-c`, and subcommands that run something. */
export function runGit(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: 'pPhv',
    valued: 'Cc',
    longFlags: [
      'paginate',
      'no-pager',
      'no-replace-objects',
      'bare',
      'no-optional-locks',
      'literal-pathspecs',
      'version',
      'help',
    ],
    longValued: ['git-dir', 'work-tree', 'namespace', 'config-env', 'super-prefix', 'attr-source'],
  })
  if (doubt) reportUnclear(call, doubt)
  for (const { name, value } of options) {
    if (name === 'c') readSetting(value, call)
    if (name === 'exec-path' && value) reportOpaque(call, 'other programs than usual because of --exec-path')
    if (name === 'config-env') reportOpaque(call, 'a setting from the environment')
  }
  const [verb, ...args] = operands
  if (verb === undefined) return
  if (verb.value === null) return reportUnclear(call, verb)
  readVerb(verb.value, args, call)
}

function readSetting(setting: Field | undefined, call: Call): void {
  if (setting === undefined) return
  const text = setting.template
  const equals = text.indexOf('=')
  const key = equals === -1 ? text : text.slice(0, equals)
  const value = equals === -1 ? '' : text.slice(equals + 1)
  const code: Field = { ...setting, value: setting.value === null ? null : value, template: value }
  if (setting.value === null && !/^[\w.-]+=/.test(text)) reportUnclear(call, setting)
  if (/^alias\./i.test(key)) {
    if (value.startsWith('!')) runCode(strip(code), call, { as: 'git alias' })
    else if (setting.value === null) reportUnclear(call, setting)
    else runInner([{ value: 'git', raw: 'git', template: 'git' }, ...splitWords(value)], { ...call, name: 'git alias' })
  } else if (RUNS_COMMAND.test(key)) {
    reportOpaque(call, `what ${key} names`)
    runCode(value.startsWith('!') ? strip(code) : code, call, { as: 'git -c' })
  }
}

function strip(code: Field): Field {
  return { ...code, value: code.value?.slice(1) ?? null, template: code.template.slice(1) }
}

function splitWords(text: string): Field[] {
  return text.split(/\s+/).map((word) => ({ value: word, raw: word, template: word }))
}

function readVerb(verb: string, args: Field[], call: Call): undefined {
  const values = args.map(({ value }) => value)
  if (verb === 'bisect' && values[0] === 'run') return runInner(args.slice(1), { ...call, name: 'git bisect run' })
  if (verb === 'submodule' && values.includes('foreach')) {
    const rest = args
      .slice(values.indexOf('foreach') + 1)
      .filter(({ value }) => !/^(--recursive|--quiet|-q)$/.test(value ?? ''))
    if (rest.length > 0) runCode(joinCode(rest), call, { as: 'git submodule foreach', cwd: null })
    return
  }
  if (verb === 'filter-branch' || verb === 'config') {
    if (verb === 'filter-branch' || values.some((value) => value === null || value.startsWith('!')))
      reportOpaque(call, `commands given to ${verb}`)
    return
  }
  for (const [index, value] of values.entries()) {
    const found = /^(?:--(?:exec|extcmd|upload-pack|receive-pack|open-files-in-pager)(?:=(.*))?|-(?:x|O)(.*))$/s.exec(
      value ?? '',
    )
    if (!found || (value?.startsWith('-') && !value.startsWith('--') && !/^(rebase|difftool|grep)$/.test(verb)))
      continue
    const attached = found[1] ?? (found[2] || undefined)
    const code = attached === undefined ? args[index + 1] : { value: attached, raw: attached, template: attached }
    if (code) runCode(code, call, { as: `git ${verb}` })
  }
}
