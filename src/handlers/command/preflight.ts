import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest } from './command-request.ts'
import { type PlainCall, readShape } from './command-words.ts'
import { describeDirectoryFault } from './describe-launch-error.ts'
import { findMissingScript } from './find-launch-fault.ts'
import type { CheckSyntax } from './shell-syntax.ts'

/**
 * Looks for what would keep a command from starting, without running it: a directory that is gone, text that is no shell, a
 * program or script that is missing or may not be run. Of longer lines only directory and syntax are judged, as whether their
 * parts would be reached at all is not known.
 */
export async function preflightCommand(
  request: Pick<CommandRequest, 'command' | 'cwd' | 'env'>,
  checkSyntax: CheckSyntax,
): Promise<BrokenResult | null> {
  const { command, cwd, env } = request
  const fault =
    describeDirectoryFault(cwd) ?? ('shell' in command ? await findSyntaxFault(command.shell, checkSyntax) : null)
  if (fault) return fault
  const { call } = await readShape(request)
  return call && (findMissingProgram(call, 'shell' in command, env) ?? findMissingScript(call))
}

// The shell itself is asked only about text that our own grammar does not take: most commands cost no process.
async function findSyntaxFault(text: string, checkSyntax: CheckSyntax): Promise<BrokenResult | null> {
  const { parseTree } = await import('../../shell/syntax-tree.ts')
  const { errors } = parseTree(text)
  return errors === undefined || errors.length === 0 ? null : checkSyntax(text)
}

// A shell finds these in itself, whatever is on the disk.
const builtins = new Set(
  `. : [ alias bg break cd command continue echo eval exec exit export false fc fg getopts hash jobs kill local printf pwd read
  readonly return set shift test times trap true type ulimit umask unalias unset wait`.split(/\s+/),
)

function findMissingProgram(
  { words, cwd }: PlainCall,
  inShell: boolean,
  env: CommandRequest['env'],
): BrokenResult | null {
  const program = words[0]
  if (program == null || program === '' || cwd === null || (inShell && builtins.has(program))) return null
  const places = program.includes('/')
    ? [resolve(cwd, program)]
    : (env['PATH'] ?? '/usr/local/bin:/bin:/usr/bin')
        .split(delimiter)
        .map((folder) => resolve(cwd, join(folder, program)))
  const present = places.filter((place) => statSync(place, { throwIfNoEntry: false })?.isFile())
  if (present.length === 0) {
    const where = program.includes('/') ? '' : ' in the PATH of the hook'
    return cannotStart(`${program} was not found${where}`, 'install it, or mend the path in the command')
  }
  return present.some(isExecutable)
    ? null
    : cannotStart(`${present[0]} is not executable`, `make it executable: chmod +x ${present[0]}`)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
