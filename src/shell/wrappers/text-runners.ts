import type { Field } from '../context.ts'
import {
  blankOut,
  type Call,
  type Handler,
  joinCode,
  LATER,
  reportOpaque,
  reportUnclear,
  runCode,
  runInner,
} from './call.ts'
import { readOptions } from './read-options.ts'

/** Commands that hand shell code, or words joined to code, to a shell elsewhere. */
export const TEXT_RUNNERS: Record<string, Handler> = {
  su: runSu,
  ssh: runSsh,
  watch: runWatch,
  script: runScript,
  parallel: runParallel,
  npx: runNpx,
  npm: runNpm,
  entr: runEntr,
}

function runSu(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: 'lmpfP',
    valued: 'cgGsw',
    longFlags: ['login', 'preserve-environment', 'fast', 'pty'],
    longValued: ['command', 'session-command', 'group', 'supp-group', 'shell', 'whitelist-environment'],
    permuted: true,
  })
  if (doubt) reportUnclear(call, doubt)
  const login =
    options.some(({ name }) => name === 'l' || name === 'login') || operands.some(({ value }) => value === '-')
  const code = options.findLast(({ name }) => /^(c|command|session-command)$/.test(name))?.value
  if (code) runCode(code, call, login ? { as: 'su -c', cwd: null } : { as: 'su -c' })
  else reportOpaque(call, 'what its shell reads')
}

function runSsh(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: '46AaCfGgKkMNnqsTtVvXxYy',
    valued: 'BbcDEeFIiJLlmOopQRSWw',
  })
  if (doubt) reportUnclear(call, doubt)
  for (const { name, value } of options) {
    if (
      name !== 'o' ||
      !/^\s*(proxycommand|localcommand|knownhostscommand|permitlocalcommand)/i.test(value?.template ?? '')
    )
      continue
    reportOpaque(call, 'a command from its options')
  }
  const words = operands.slice(1)
  if (words.length > 0) runCode(joinCode(words), call, { cwd: null })
  else if (call.context.input) reportOpaque(call, 'what it reads from its input')
}

function runWatch(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: 'bcdegprtwx',
    valued: 'nqs',
    longFlags: [
      'beep',
      'color',
      'differences',
      'errexit',
      'chgexit',
      'precise',
      'no-rerun',
      'no-title',
      'no-wrap',
      'exec',
    ],
    longValued: ['interval', 'equexit', 'shotsdir'],
  })
  if (doubt) reportUnclear(call, doubt)
  if (options.some(({ name }) => name === 'x' || name === 'exec')) return runInner(operands, call)
  if (operands.length > 0) runCode(joinCode(operands), call)
}

function runScript(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: 'aefqdkpr',
    valued: 'cBEIOTmot',
    longFlags: ['append', 'return', 'flush', 'force', 'quiet'],
    longValued: ['command', 'echo', 'log-in', 'log-out', 'log-io', 'log-timing', 'output-limit', 'logging-format'],
    permuted: true,
  })
  if (doubt) reportUnclear(call, doubt)
  const code = options.findLast(({ name }) => name === 'c' || name === 'command')?.value
  if (code) return runCode(code, call, { as: 'script -c' })
  const [, ...words] = operands
  if (words.length > 0) return runInner(words, call)
  reportOpaque(call, 'what its shell reads')
}

function runParallel(call: Call): undefined {
  const { operands, doubt } = readOptions(call.args, {
    flags: '0kmXqtuvx',
    valued: 'adjnNILPSsCE',
    longFlags: [
      'keep-order',
      'null',
      'dry-run',
      'verbose',
      'bar',
      'progress',
      'eta',
      'ungroup',
      'group',
      'line-buffer',
      'no-notice',
      'will-cite',
      'xargs',
    ],
    longValued: [
      'jobs',
      'arg-file',
      'colsep',
      'delimiter',
      'delay',
      'timeout',
      'joblog',
      'retries',
      'halt',
      'max-args',
      'max-procs',
      'results',
      'workdir',
      'tempdir',
    ],
  })
  if (doubt) reportUnclear(call, doubt)
  const separator = operands.findIndex(({ value }) => /^::::?\+?$/.test(value ?? ''))
  const words = separator === -1 ? operands : operands.slice(0, separator)
  // Without a command of its own, its arguments are the commands.
  if (words.length === 0) {
    reportOpaque(call, 'the lines it reads')
    for (const line of operands.slice(separator + 1)) runCode(line, call)
    return
  }
  const code = joinCode(words)
  const template: Field = {
    ...code,
    value: `${blankOut([code], '{}')[0]?.template ?? code.template} ${LATER.template}`,
  }
  if (/\{[^}]*\}/.test(code.template)) reportUnclear(call, code)
  runCode(code.value === null ? { ...template, value: null } : template, call)
}

function runNpx(call: Call): undefined {
  runNpmCode(call, call.args)
}

function runNpm(call: Call): undefined {
  const [first, ...rest] = call.args
  if (first?.value === 'exec' || first?.value === 'x') runNpmCode(call, rest)
}

function runNpmCode(call: Call, args: Field[]): undefined {
  const { options } = readOptions(args, {
    flags: 'qy',
    valued: 'cpw',
    longFlags: ['yes', 'no', 'no-install'],
    longValued: ['call', 'package', 'workspace'],
  })
  const code = options.find(({ name }) => name === 'c' || name === 'call')?.value
  if (code) runCode(code, call, { as: `${call.name} -c` })
}

function runEntr(call: Call): undefined {
  const { options, operands } = readOptions(call.args, { flags: 'acdnprsxz' })
  if (options.some(({ name }) => name === 's')) runCode(joinCode(operands), call)
  else runInner(blankOut(operands, '/_'), call)
}
