import type { CommandSpec } from '../../protocol/hook.ts'

const projectDir = '${CLAUDE_PROJECT_DIR}'

/**
 * How a program with a list of arguments is run: directly, without a shell. Only where the project's directory stands
 * among the words does a shell help, because it is not known before the hook runs; then every word is quoted, so that
 * nothing else of it is expanded, and the shell replaces itself by the program.
 */
export function writeExec(program: string, args: readonly string[]): CommandSpec['run'] {
  const words = [program, ...args]
  if (!words.some((word) => word.includes(projectDir))) return { exec: program, args: [...args] }
  return { shell: `exec ${words.map(quoteWord).join(' ')}` }
}

function quoteWord(word: string): string {
  return word
    .split(projectDir)
    .map((part) => `'${part.replaceAll("'", `'\\''`)}'`)
    .join(`"${projectDir}"`)
}
