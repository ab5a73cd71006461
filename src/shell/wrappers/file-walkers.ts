import type { Field } from '../context.ts'
import { blankOut, type Call, type Handler, LATER, reportUnclear, runInner } from './call.ts'
import { readOptions } from './read-options.ts'

/** Commands that run another one for every file or line they find. */
export const FILE_WALKERS: Record<string, Handler> = {
  find: runFind,
  gfind: runFind,
  fd: runFd,
  fdfind: runFd,
  xargs: runXargs,
  gxargs: runXargs,
}

const EXECS = new Set(['-exec', '-ok', '-execdir', '-okdir'])

function runFind(call: Call): undefined {
  const { args } = call
  const doubt = args.find((arg) => arg.value === null)
  let start = 0
  for (let index = 0; index < args.length; index++) {
    const action = args[index]?.value ?? ''
    if (!EXECS.has(action)) continue
    start = index + 1
    let end = start
    while (end < args.length && !isEnd(args, end)) end++
    if (end === args.length) reportUnclear(call, args[index])
    const changes = action.endsWith('dir') ? { cwd: null } : {}
    runInner(blankOut(args.slice(start, end), '{}'), { ...call, name: `find ${action}` }, changes)
    index = end
  }
  // An unknown word may be `-exec` itself.
  if (doubt) reportUnclear(call, doubt)
}

function isEnd(args: Field[], index: number): boolean {
  const value = args[index]?.value
  return value === ';' || (value === '+' && args[index - 1]?.value === '{}')
}

function runFd(call: Call): undefined {
  const { args } = call
  const at = args.findIndex((arg) => /^(-[xX]|--exec|--exec-batch)$/.test(arg.value ?? ''))
  const doubt = args.find((arg, index) => arg.value === null && (at === -1 || index < at))
  if (doubt) reportUnclear(call, doubt)
  const attached = args.find((arg) => /^(--exec|--exec-batch)=|^-[^-]*[xX]./.test(arg.value ?? ''))
  if (attached) reportUnclear(call, attached)
  if (at !== -1) runInner([...blankOut(args.slice(at + 1), '{'), LATER], call)
}

function runXargs(call: Call): undefined {
  const { options, operands, doubt } = readOptions(call.args, {
    flags: '0oprtx',
    valued: 'adEIJLnPRsS',
    longFlags: ['null', 'no-run-if-empty', 'verbose', 'interactive', 'exit', 'open-tty', 'show-limits'],
    longValued: ['arg-file', 'delimiter', 'max-lines', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
  })
  if (doubt) reportUnclear(call, doubt)
  const replace = options.find(({ name }) => /^(I|J|replace|i)$/.test(name))
  if (operands.length === 0) return
  const words = replace ? blankOut(operands, replace.value?.value ?? '{}') : [...operands, LATER]
  if (doubt && operands.length > 1) runInner([...operands.slice(1), LATER], call)
  runInner(words, call)
}
