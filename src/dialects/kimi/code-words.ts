/**
 * Programs that take a piece of code among their arguments: with which options, or as which operand. `everything` means
 * that all operands are code.
 */
interface Interpreter {
  names: RegExp
  option?: RegExp
  /** Which operand is code when no option gave any; counted from 0. */
  operand?: number
  /** An option that puts the code into a file, so that no operand is code. */
  fromFile?: RegExp
  everything?: true
  /** Reads code from stdin when called without operands. */
  stdin?: true
}

const interpreters: readonly Interpreter[] = [
  { names: /^(?:ba|da|z|k|mk|a|fi|rba|tc|c)?sh$/, option: /^-[a-zA-Z]*c[a-zA-Z]*$|^--command$/, stdin: true },
  { names: /^(?:python[\d.]*|pypy[\d.]*)$/, option: /^-[a-zA-Z]*c$/, stdin: true },
  { names: /^(?:node|nodejs|bun)$/, option: /^(?:-e|-p|-pe|--eval|--print)$/, stdin: true },
  { names: /^(?:perl|ruby|lua[\d.]*|Rscript|osascript)$/, option: /^-[a-zA-Z]*[eE]$/, stdin: true },
  { names: /^php[\d.]*$/, option: /^-[rBRE]$/, stdin: true },
  { names: /^(?:pwsh|powershell)$/, option: /^-(?:c|command)$/i, stdin: true },
  { names: /^(?:su|script|runuser|flock)$/, option: /^(?:-[a-z]*c|--command)$/ },
  { names: /^(?:psql|mysql|mariadb|duckdb)$/, option: /^(?:-c|-e|--command|--execute)$/, stdin: true },
  { names: /^sqlite3$/, operand: 1, stdin: true },
  { names: /^(?:g|m|n)?awk$/, option: /^(?:-e|--source)$/, operand: 0, fromFile: /^(?:-f|--file)/ },
  { names: /^g?sed$/, option: /^(?:-[a-zA-Z]*e|--expression)$/, operand: 0, fromFile: /^(?:-f|--file)/ },
  { names: /^[gj]q$/, operand: 0, fromFile: /^(?:-f|--from-file)/ },
  { names: /^(?:exec|command|builtin|nohup|setsid|sudo|doas|xargs)$/, operand: 0 },
  { names: /^(?:eval|trap|let|source|\.|ssh|watch|parallel|alias)$/, everything: true },
]

// Elsewhere a dot is the folder one stands in, as in `find . -name x`.
const beforeDot = /^(?:command|builtin)$/

const withArgument = /^-[oOvFILu]$|^--(?:arg|argjson|assign|field-separator)$/

/** A word of a simple command: its text after quote removal, as far as it is static. */
export interface CodeWord {
  text: string
}

/**
 * The words of a simple command that another interpreter takes for code, such as the one behind `sh -c`. Interpreters are
 * looked for at every position, so that `env`, `sudo`, `xargs` and `find -exec` need no rule of their own.
 */
export function findCodeWords<W extends CodeWord>(words: readonly W[]): Set<W> {
  const code = new Set<W>()
  words.forEach((word, index) => {
    const interpreter = findInterpreter(word)
    if (!interpreter || isFolder(word, words[index - 1])) return
    for (const found of listCode(interpreter, words.slice(index + 1))) code.add(found)
  })
  return code
}

function isFolder({ text }: CodeWord, before: CodeWord | undefined): boolean {
  return text === '.' && before !== undefined && !beforeDot.test(before.text)
}

/** Whether a simple command runs what it reads on stdin. */
export function readsCodeFromStdin(words: readonly CodeWord[]): boolean {
  return words.some((word, index) => {
    const interpreter = findInterpreter(word)
    if (!interpreter?.stdin) return false
    const rest = words.slice(index + 1)
    return rest.every(({ text }) => text.startsWith('-')) && listCode(interpreter, rest).length === 0
  })
}

function findInterpreter({ text }: CodeWord): Interpreter | undefined {
  const name = text.slice(text.lastIndexOf('/') + 1)
  return interpreters.find(({ names }) => names.test(name))
}

function listCode<W extends CodeWord>(interpreter: Interpreter, words: readonly W[]): W[] {
  if (interpreter.everything) return [...words]
  const byOption = words.flatMap((word, index) => listBehindOption(interpreter, word, words.slice(index + 1)))
  if (byOption.length > 0 || interpreter.operand === undefined) return byOption
  if (words.some(({ text }) => interpreter.fromFile?.test(text))) return []
  const operand = listOperands(words)[interpreter.operand]
  return operand ? [operand] : []
}

function listBehindOption<W extends CodeWord>({ option }: Interpreter, word: W, behind: readonly W[]): W[] {
  if (!option) return []
  const [name, attached] = word.text.split('=', 2)
  if (attached !== undefined && option.test(name!)) return [word]
  if (!option.test(word.text) && isAttached(word.text, option)) return [word]
  if (!option.test(word.text)) return []
  const operand = listOperands(behind)[0]
  return operand ? [operand] : []
}

// `-c'code'` is one word: whatever follows the letter is code.
function isAttached(text: string, option: RegExp): boolean {
  const letters = /^-[a-zA-Z]+/.exec(text)?.[0] ?? ''
  return Array.from(letters, (_, index) => text.slice(0, index + 1)).some((prefix) => option.test(prefix))
}

function listOperands<W extends CodeWord>(words: readonly W[]): W[] {
  const operands: W[] = []
  for (let index = 0; index < words.length; index++) {
    const { text } = words[index]!
    if (withArgument.test(text)) index += text.startsWith('--arg') ? 2 : 1
    else if (operands.length > 0 || !/^[-+]./.test(text)) operands.push(words[index]!)
  }
  return operands
}
