/** How an interpreter is called: which options mean that no script file follows, and which take a value of their own. */
interface Interpreter {
  name: RegExp
  noScript: readonly string[]
  valued: readonly string[]
}

const interpreters: readonly Interpreter[] = [
  { name: /^(?:ba|da|z|k|a)?sh$/, noScript: ['-c', '-s'], valued: ['-o', '-O', '+o', '+O', '--rcfile', '--init-file'] },
  {
    name: /^(?:python|pypy)[\d.]*$/,
    noScript: ['-c', '-m', '-V', '--version', '-h'],
    valued: ['-W', '-X', '--check-hash-based-pycs'],
  },
  {
    name: /^(?:node|nodejs|tsx)$/,
    noScript: ['-e', '--eval', '-p', '--print', '-v', '--version', '-h', '--run', '--test'],
    valued: [
      '-r',
      '--require',
      '--import',
      '--loader',
      '--experimental-loader',
      '-C',
      '--conditions',
      '--env-file',
      '--tsconfig',
    ],
  },
  { name: /^perl[\d.]*$/, noScript: ['-e', '-E', '-v'], valued: [] },
  { name: /^ruby[\d.]*$/, noScript: ['-e', '-v', '-S'], valued: ['-I', '-r', '-C'] },
  { name: /^php[\d.]*$/, noScript: ['-r', '-v', '-a', '-S'], valued: ['-d', '-c', '-f'] },
  { name: /^lua[\d.]*$/, noScript: ['-e', '-v'], valued: ['-l'] },
]

/** A program given a script to run. */
export interface ScriptCall {
  interpreter: string
  script: string
}

/**
 * The script that these words have an interpreter run; null when they call no known interpreter, give it no script, or when
 * words that matter are not known (null).
 */
export function findScript(words: readonly (string | null)[]): ScriptCall | null {
  const program = words[0]?.split('/').at(-1)
  const interpreter = program && interpreters.find(({ name }) => name.test(program))
  if (!interpreter) return null
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    if (word == null || interpreter.noScript.some((option) => word === option)) return null
    if (word === '--') continue
    if (!/^[-+]/.test(word)) return { interpreter: program, script: word }
    // Short options may stand together, as in `bash -lc …`; the last one says what follows.
    if (/^-[a-zA-Z]{2,}$/.test(word) && interpreter.noScript.includes(`-${word.at(-1)}`)) return null
    if (interpreter.valued.includes(word)) at++
  }
  return null
}
