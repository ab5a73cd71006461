type Arguments = readonly (string | null)[]

/** Whether a program with these arguments reads its stdin. */
export function readsStdin(name: string, args: Arguments): boolean {
  const program = name.split('/').at(-1)!
  const reader = Object.hasOwn(readers, program)
    ? readers[program]
    : interpreters.find(({ names }) => names.test(program))?.reads
  return reader?.(args) ?? false
}

// Programs that read stdin unless they are given a file; the number is how many operands come before the files.
const filters: Readonly<Record<string, { operands: number; valued?: readonly string[] }>> = {
  cat: { operands: 0 },
  tac: { operands: 0 },
  head: { operands: 0, valued: ['-n', '-c'] },
  tail: { operands: 0, valued: ['-n', '-c'] },
  sort: { operands: 0, valued: ['-k', '-t', '-o', '-S'] },
  uniq: { operands: 0, valued: ['-f', '-s', '-w'] },
  wc: { operands: 0 },
  cut: { operands: 0, valued: ['-d', '-f', '-c', '-b'] },
  base64: { operands: 0, valued: ['-w'] },
  sha256sum: { operands: 0 },
  md5sum: { operands: 0 },
  sed: { operands: 1, valued: ['-l'] },
  awk: { operands: 1, valued: ['-F', '-v'] },
  gawk: { operands: 1, valued: ['-F', '-v'] },
  mawk: { operands: 1, valued: ['-F', '-v'] },
  jaq: { operands: 1 },
  gojq: { operands: 1 },
  yq: { operands: 1 },
}

const readers: Readonly<Record<string, (args: Arguments) => boolean>> = {
  ...Object.fromEntries(
    Object.entries(filters).map(([name, { operands, valued }]) => [
      name,
      (args: Arguments) => listOperands(args, valued).length <= operands,
    ]),
  ),
  tee: () => true,
  tr: () => true,
  read: (args) => !args.includes('-u'),
  mapfile: (args) => !args.includes('-u'),
  readarray: (args) => !args.includes('-u'),
  xargs: (args) => !args.some((arg) => arg === '-a' || arg?.startsWith('--arg-file')),
  jq: readsAsJq,
  grep: readsAsGrep,
  egrep: readsAsGrep,
  fgrep: readsAsGrep,
  rg: readsAsGrep,
}

const interpreters: readonly { names: RegExp; reads: (args: Arguments) => boolean }[] = [
  { names: /^python[\d.]*$/, reads: (args) => readsInCode(args, '-c') },
  { names: /^(?:node|bun|deno)$/, reads: (args) => readsInCode(args, '-e', '-p', '--eval', '--print') },
  { names: /^(?:ruby|perl)$/, reads: (args) => readsInCode(args, '-e') },
]

function readsInCode(args: Arguments, ...options: string[]): boolean {
  const at = args.findIndex((arg) => arg !== null && options.includes(arg))
  const code = at === -1 ? undefined : args[at + 1]
  return code != null && /stdin|\binput\(|\/dev\/fd\/0|readFileSync\(0|<STDIN>|\$<|\bgets\b|STDIN/.test(code)
}

const jqPairs = new Set(['--arg', '--argjson', '--slurpfile', '--rawfile'])

function readsAsJq(args: Arguments): boolean {
  let operands = 0
  let filterFromFile = false
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (arg === '--args' || arg === '--jsonargs') break
    if (arg != null && jqPairs.has(arg)) at += 2
    else if (arg === '--indent' || arg === '-L' || arg === '--tab') at += arg === '--tab' ? 0 : 1
    else if (arg === '-f' || arg === '--from-file') {
      filterFromFile = true
      at++
    } else if (arg === '--null-input' || (arg != null && /^-[a-zA-Z]*n[a-zA-Z]*$/.test(arg))) return false
    else if (arg == null || !/^-./.test(arg)) operands++
  }
  return operands <= (filterFromFile ? 0 : 1)
}

function readsAsGrep(args: Arguments): boolean {
  if (args.some((arg) => arg != null && /^-[a-zA-Z]*[rR]|^--(?:recursive|files)/.test(arg))) return false
  const patterns = args.some((arg) => arg != null && /^-[a-zA-Z]*[ef]$|^--(?:regexp|file)/.test(arg))
  const operands = listOperands(args, ['-e', '-f', '-m', '-A', '-B', '-C'])
  return operands.length <= (patterns ? 0 : 1)
}

// `-` is stdin by another name.
function listOperands(args: Arguments, valued: readonly string[] = []): Arguments {
  const operands: (string | null)[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (arg !== null && valued.includes(arg)) at++
    else if (arg === null || !arg.startsWith('-')) operands.push(arg)
  }
  return operands
}
