/** How an interpreter is called. */
interface Interpreter {
  name: RegExp
  /** Options after which the code stands in the command itself. */
  inline: readonly string[]
  /** Options that name code to be loaded, as a file or otherwise. */
  loads: readonly string[]
  /** Options after which no file of ours runs: modules by name, questions about the program. */
  noScript: readonly string[]
  /** Other options that take a value. */
  valued: readonly string[]
}

const interpreters: readonly Interpreter[] = [
  {
    name: /^(?:ba|da|z|k|a)?sh$/,
    inline: ['-c'],
    loads: ['--rcfile', '--init-file'],
    noScript: ['-s', '--version', '--help'],
    valued: ['-o', '-O', '+o', '+O'],
  },
  {
    name: /^(?:python|pypy)[\d.]*$/,
    inline: ['-c'],
    loads: [],
    noScript: ['-m', '-V', '--version', '-h', '--help'],
    valued: ['-W', '-X', '--check-hash-based-pycs'],
  },
  {
    name: /^(?:node|nodejs|tsx|ts-node)$/,
    inline: ['-e', '--eval', '-p', '--print', '-pe'],
    loads: ['-r', '--require', '--import', '--loader', '--experimental-loader', '--env-file', '--tsconfig'],
    noScript: ['-v', '--version', '-h', '--help', '--run', '--test'],
    valued: ['-C', '--conditions'],
  },
  { name: /^perl[\d.]*$/, inline: ['-e', '-E'], loads: [], noScript: ['-v'], valued: [] },
  { name: /^ruby[\d.]*$/, inline: ['-e'], loads: ['-r'], noScript: ['-v', '-S'], valued: ['-I', '-C'] },
  { name: /^php[\d.]*$/, inline: ['-r'], loads: ['-f', '-c'], noScript: ['-v', '-a', '-S'], valued: ['-d'] },
  { name: /^lua[\d.]*$/, inline: ['-e'], loads: ['-l'], noScript: ['-v'], valued: [] },
  { name: /^[gmn]?awk$/, inline: [], loads: ['-f', '--file'], noScript: [], valued: ['-F', '-v'] },
  { name: /^jq$/, inline: [], loads: ['-f', '--from-file'], noScript: [], valued: ['-L', '--indent'] },
  { name: /^sed$/, inline: ['-e', '--expression'], loads: ['-f', '--file'], noScript: [], valued: [] },
]

/** Which files an interpreter is told to run. */
export interface InterpreterCall {
  /** Its script and what it loads before, as written; null for one that only a running shell knows. */
  files: (string | null)[]
  /** Where the code comes from: a file, the command itself, what it reads, or somewhere that is not known. */
  from: 'file' | 'inline' | 'stdin' | 'elsewhere'
}

/** Reads the call of an interpreter; null when the words call none. Unknown words are null. */
export function readInterpreterCall(words: readonly (string | null)[]): InterpreterCall | null {
  const program = words[0]?.split('/').at(-1)
  const interpreter = program && interpreters.find(({ name }) => name.test(program))
  if (!interpreter) return null
  // Their first plain word is a program of their own language, and the rest are files to work on.
  const readsProgram = interpreter.inline.length === 0 || program === 'sed'
  const files: (string | null)[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word == null) return { files: [...files, null], from: 'elsewhere' }
    if (word === '-') return { files, from: 'stdin' }
    if (word === '--') continue
    if (!/^[-+]/.test(word)) {
      if (readsProgram) return { files, from: 'inline' }
      return { files: [...files, word], from: 'file' }
    }
    const [option = word, value] = word.startsWith('--') ? word.split(/=(.*)/s) : [word]
    const last = /^-[a-zA-Z]{2,}$/.test(word) ? `-${word.at(-1)}` : option
    if (isOneOf(interpreter.inline, option, last)) return { files, from: 'inline' }
    if (isOneOf(interpreter.noScript, option, last))
      return { files, from: option === '-s' || last === '-s' ? 'stdin' : 'elsewhere' }
    const glued = /^-\w./.test(word) && interpreter.loads.includes(word.slice(0, 2)) ? word.slice(2) : undefined
    if (interpreter.loads.includes(option)) files.push(value ?? words[++at] ?? null)
    else if (glued !== undefined) files.push(glued)
    else if (interpreter.valued.includes(option)) at++
  }
  return { files, from: files.length > 0 && readsProgram ? 'file' : 'stdin' }
}

function isOneOf(options: readonly string[], ...spellings: string[]): boolean {
  return spellings.some((spelling) => options.includes(spelling))
}
