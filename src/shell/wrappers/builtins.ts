import { enterWrapper, type Field, readCode, report } from '../context.ts'
import { changesWhatRuns } from '../risky-variables.ts'
import { changeDirectory, type Ends, NOWHERE, stayIn } from '../track-directory.ts'
import { type Call, type Handler, joinCode, reportOpaque, reportUnclear } from './call.ts'
import { readOptions } from './read-options.ts'

/** Builtins that run code, move the shell, change its variables or change how it reads what follows. */
export const BUILTINS: Record<string, Handler> = {
  eval: runEval,
  trap: runTrap,
  alias: runAlias,
  '.': runSource,
  source: runSource,
  cd: runCd,
  chdir: runCd,
  pushd: moveSomewhere,
  popd: moveSomewhere,
  exit: () => NOWHERE,
  return: () => NOWHERE,
  export: declareNames,
  declare: declareNames,
  typeset: declareNames,
  local: declareNames,
  readonly: declareNames,
  read: setNames,
  unset: setNames,
  mapfile: setNames,
  readarray: setNames,
  getopts: setNames,
  wait: setNames,
  printf: setPrinted,
  let: runLet,
  test: readTest,
  '[': readTest,
  set: changeOptions,
  shopt: changeReading,
  setopt: changeReading,
  unsetopt: changeReading,
  emulate: changeReading,
  enable: changeReading,
  hash: changeReading,
  bind: changeReading,
  complete: changeReading,
  compgen: changeReading,
  fc: changeReading,
  history: changeReading,
  unalias: changeReading,
  zmodload: changeReading,
  autoload: changeReading,
}

function runEval({ args, context, name }: Call): Ends | undefined {
  const words = args[0]?.value === '--' ? args.slice(1) : args
  if (words.length === 0) return undefined
  const code = joinCode(words)
  return context.walk.text(readCode(code, context), enterWrapper(context, name))
}

function runTrap({ args, context, name }: Call): undefined {
  const [code, ...signals] = args[0]?.value === '--' ? args.slice(1) : args
  if (code === undefined || signals.length === 0 || /^(-|-[lp]|\d+|)$/.test(code.value ?? '$')) return
  const { moves } = context.analysis
  context.walk.text(readCode(code, context), {
    ...enterWrapper(context, name),
    cwd: null,
    straight: false,
    deferred: true,
  })
  if (context.analysis.moves !== moves) context.variables.directoryLost = true
}

function runAlias(call: Call): undefined {
  const { context, args, name } = call
  for (const arg of args) {
    const equals = arg.template.indexOf('=')
    if (equals === -1 && arg.value !== null) continue
    report(context, 'dynamic', 'an alias changes how later words are read')
    const code: Field = {
      ...arg,
      value: arg.value?.slice(equals + 1) ?? null,
      template: arg.template.slice(equals + 1),
    }
    context.walk.text(readCode(code, context), {
      ...enterWrapper(context, name),
      cwd: null,
      straight: false,
      deferred: true,
    })
  }
}

function runSource(call: Call): Ends {
  reportOpaque(call, 'a file inside this shell')
  const { variables, analysis } = call.context
  variables.lost = true
  variables.directoryLost = true
  analysis.moves++
  return stayIn(null)
}

function runCd({ args, context }: Call): Ends {
  context.analysis.moves++
  const { operands, doubt } = readOptions(args, { flags: 'LPe@qs' })
  const [target, ...others] = operands
  const fail = context.cwd
  if (doubt || others.length > 0) return { ok: null, fail }
  if (target === undefined) return { ok: '~', fail }
  const { value, glob, home } = target
  if (value === null || value === '' || value === '-' || glob || /^[-+]\d/.test(value)) return { ok: null, fail }
  return { ok: changeDirectory(context.cwd, value, { home: home === true }), fail }
}

function moveSomewhere({ context }: Call): Ends {
  context.analysis.moves++
  return { ok: null, fail: context.cwd }
}

/** `export A=b`: the variables written as assignments are set already; options may give them powers. */
function declareNames(call: Call): undefined {
  const { args, context, name } = call
  const flags = args.flatMap(({ value }) => (value !== null && /^[-+]/.test(value) ? [value] : [])).join('')
  if (/[in]/.test(flags)) report(context, 'dynamic', `${name} ${flags} makes assignments evaluate their text`)
  for (const arg of args) {
    if (arg.value !== null && /^[-+]/.test(arg.value)) continue
    const variable = /^[A-Za-z_]\w*/.exec(arg.template)?.[0]
    if (
      variable === undefined ||
      (arg.value === null && !arg.template.startsWith(`${variable}=`) && !arg.raw.startsWith(`${variable}=`))
    ) {
      reportUnclear(call, arg)
      continue
    }
    reportSubscript(arg, call)
    if (changesWhatRuns(variable) && arg.template.includes('='))
      report(context, 'opaque', `${variable} changes what other commands run`)
    // Written in quotes it is no assignment to the grammar, and a read-only variable keeps an earlier value.
    const written = arg.raw.startsWith(`${variable}=`) || arg.raw === variable
    if (!written || name === 'readonly' || name === 'local' || /[^-xg]/.test(flags))
      context.variables.unsettle(variable)
  }
}

function setNames(call: Call): undefined {
  const { args, context, name } = call
  if (/^(mapfile|readarray)$/.test(name) && args.some(({ value }) => value === null || value.startsWith('-C'))) {
    reportOpaque(call, 'a command for the lines it reads')
  }
  for (const arg of args) {
    if (arg.value === null) reportUnclear(call, arg)
    else if (/^[A-Za-z_]\w*$/.test(arg.value)) context.variables.unsettle(arg.value)
    else reportSubscript(arg, call)
  }
  if (name === 'read') context.variables.unsettle('REPLY')
}

function setPrinted(call: Call): undefined {
  const [option, target] = call.args
  if (option === undefined) return
  if (option.value === null && option.open) return reportUnclear(call, option)
  if (!option.value?.startsWith('-v')) return
  const attached = option.value.slice(2)
  const name = attached === '' ? target?.value : attached
  if (name === undefined || name === null || !/^[A-Za-z_]\w*$/.test(name)) reportUnclear(call, target ?? option)
  else call.context.variables.unsettle(name)
}

function runLet(call: Call): undefined {
  for (const arg of call.args) {
    const found = /^([A-Za-z_]\w*)=\d+$/.exec(arg.value ?? '')
    if (found) call.context.variables.unsettle(found[1] ?? '')
    else reportUnclear(call, arg)
  }
}

function readTest(call: Call): undefined {
  const index = call.args.findIndex(({ value }) => value === '-v' || value === '-R')
  const operand = call.args[index + 1]
  if (index !== -1 && operand && (operand.value === null || operand.value.includes('['))) reportUnclear(call, operand)
}

/** Bash evaluates a subscript in the name of a variable, with any command substitution in it. */
function reportSubscript(arg: Field, call: Call): void {
  const name = /^[^=]*/.exec(arg.template)?.[0] ?? ''
  if (/\[.*[^\d\]@*].*\]/s.test(name)) reportUnclear(call, arg)
}

function changeOptions(call: Call): undefined {
  for (const [index, { value }] of call.args.entries()) {
    if (
      value === '--' ||
      (value !== null && !/^[-+]/.test(value) && !/^[-+][a-zA-Z]*o$/.test(call.args[index - 1]?.value ?? ''))
    )
      return
    if (value === null || /^[-+].*[^euxfCnvabhmETo]/.test(value)) return reportReading(call)
    if (/^(posix|keyword|histexpand|history|emacs|vi)$/.test(value)) return reportReading(call)
  }
}

function changeReading(call: Call): undefined {
  if (call.args.length > 0 || call.name === 'fc') reportReading(call)
}

function reportReading({ name, context }: Call): undefined {
  report(context, 'dynamic', `${name} may change how later commands are read or found`)
}
