import { type Context, type Field, report } from '../context.ts'
import { type Call, reportOpaque, reportUnclear, runCode } from './call.ts'

export const SHELLS = ['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'mksh', 'rbash', 'fish', 'csh', 'tcsh'] as const

const LONG_VALUED = new Set(['--rcfile', '--init-file', '--emulate'])
const FOREIGN = new Set(['fish', 'csh', 'tcsh'])

/** Looks into a shell: the code of `-c`, or what it reads from its standard input. A script file is taken by its name. */
export function runShell(call: Call): undefined {
  const { name, context } = call
  if (FOREIGN.has(name)) reportOpaque(call, 'a language that is not read here')
  const { code, input, operands, doubt } = readShellOptions(call)
  if (doubt) reportUnclear(call, doubt)
  const [first] = operands
  if (code) {
    if (first) runCode(first, call, { as: `${name} -c`, input: null })
    else if (!doubt) report(context, 'syntax', `${name} -c has no code`)
    return
  }
  if (first === undefined || input || first.value === '-' || first.value === '/dev/stdin') {
    readInput(call)
    return
  }
  if (first.value === null) reportOpaque(call, 'a script that is only known at run time')
}

interface ShellOptions {
  code: boolean
  input: boolean
  operands: Field[]
  doubt?: Field
}

function readShellOptions(call: Call): ShellOptions {
  const options: ShellOptions = { code: false, input: false, operands: [] }
  const { args } = call
  let index = 0
  for (; index < args.length; index++) {
    const arg = args[index]
    const value = arg?.value
    if (arg === undefined || value === undefined) break
    if (value === null) {
      // A quoted expansion behind -c is the code itself; anything else may be an option, too.
      if (!options.code || arg.open) options.doubt = arg
      break
    }
    if (value === '--' || value === '-') {
      index++
      break
    }
    if (!/^[-+]./.test(value)) break
    if (value.startsWith('--')) {
      if (LONG_VALUED.has(value)) {
        reportOpaque(call, `the file given to ${value}`)
        index++
      }
      continue
    }
    if (value.startsWith('-') && value.includes('c')) options.code = true
    if (value.startsWith('-') && value.includes('s')) options.input = true
    index += [...value].filter((letter) => letter === 'o' || letter === 'O').length
  }
  options.operands = args.slice(index)
  return options
}

function readInput(call: Call): void {
  const { name, context } = call
  const { input } = context
  if (input === null || !input.sure) reportOpaque(call, 'what it reads from its input')
  if (input !== null) walkInput(input.text, call, { as: `${name} <<`, input: null })
}

function walkInput(text: string, call: Call, changes: Partial<Context> & { as: string }): void {
  runCode({ value: text, raw: text, template: text }, call, changes)
}
