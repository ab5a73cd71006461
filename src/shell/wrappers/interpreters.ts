import { type Call, reportOpaque } from './call.ts'

interface Interpreter {
  /** Letters of options that are code or take code. */
  code: string
  /** Letters whose value is not a script. */
  valued?: string
  longCode?: readonly string[]
  /** The first operand is the program itself. */
  program?: true
  /** Subcommands that take code. */
  subcommands?: readonly string[]
}

/** Programs that run code of a language that is not read here. */
export const INTERPRETERS: Record<string, Interpreter> = {
  perl: { code: 'eE', valued: 'MmI' },
  ruby: { code: 'e', valued: 'rIC' },
  node: { code: 'ep', longCode: ['--eval', '--print'], valued: 'rC' },
  nodejs: { code: 'ep', longCode: ['--eval', '--print'], valued: 'rC' },
  bun: { code: 'ep', longCode: ['--eval', '--print'], valued: 'r' },
  deno: { code: '', subcommands: ['eval', 'repl'] },
  php: { code: 'rBRE', longCode: ['--run'], valued: 'dcz' },
  lua: { code: 'e', valued: 'l' },
  osascript: { code: 'e', valued: 'l' },
  pwsh: { code: 'cCeE', longCode: ['-Command', '-EncodedCommand'] },
  powershell: { code: 'cCeE', longCode: ['-Command', '-EncodedCommand'] },
  tclsh: { code: '' },
  expect: { code: 'c' },
  awk: { code: '', valued: 'Fv', program: true },
  gawk: { code: 'ei', valued: 'Fv', program: true },
  mawk: { code: '', valued: 'Fv', program: true },
  nawk: { code: '', valued: 'Fv', program: true },
}

const PYTHON: Interpreter = { code: 'c', valued: 'mWX' }

export function isPython(name: string): boolean {
  return /^(python|pypy)[\d.]*$/.test(name)
}

/** Reports code given in the command line or on standard input; a script file is taken by its name. */
export function runInterpreter(call: Call): undefined {
  const table = isPython(call.name) ? PYTHON : INTERPRETERS[call.name]
  if (table === undefined) return
  const { args } = call
  for (let index = 0; index < args.length; index++) {
    const value = args[index]?.value ?? null
    if (value === null) return reportOpaque(call, 'something only known at run time')
    if (value === '--') return readOperand(args[index + 1]?.value, call, table)
    if (!/^-./.test(value)) return readOperand(value, call, table)
    if (table.longCode?.some((name) => value === name || value.startsWith(`${name}=`)))
      return reportOpaque(call, 'code of its own language')
    if (value.startsWith('--')) continue
    const letters = value.slice(1)
    const first = [...letters].find((letter) => table.code.includes(letter) || table.valued?.includes(letter))
    if (first === undefined) continue
    if (table.code.includes(first)) return reportOpaque(call, 'code of its own language')
    // `-m module` ends the options: the rest belongs to the module.
    if (isPython(call.name) && first === 'm') return
    if (letters.endsWith(first)) index++
  }
  return reportOpaque(call, 'what it reads from its input')
}

function readOperand(value: string | null | undefined, call: Call, table: Interpreter): undefined {
  if (table.program) {
    if (value === null || value === undefined || /system|getline|[|>@]/.test(value))
      reportOpaque(call, 'a program that may run commands')
    return
  }
  if (value === undefined || value === null || value === '-' || value === '/dev/stdin')
    return reportOpaque(call, 'what it reads from its input')
  if (table.subcommands?.includes(value)) reportOpaque(call, 'code of its own language')
}
