import { accessSync, constants } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrokenResult, ProcessResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest } from './command-request.ts'
import { type PlainCall, readShape } from './command-words.ts'
import { findScript } from './interpreters.ts'
import type { CheckSyntax } from './shell-syntax.ts'

/**
 * Tells an answer from the failure of a shell or interpreter that had nothing to run: both may exit with 2. Looks only at the
 * codes 1 and 2, so that a hook which has no objection pays nothing. Null means that the exit is the hook's own.
 */
export async function findLaunchFault(
  request: CommandRequest,
  result: ProcessResult,
  checkSyntax: CheckSyntax,
): Promise<BrokenResult | null> {
  if (result.end.by !== 'exit' || (result.end.code !== 1 && result.end.code !== 2)) return null
  if (result.end.code === 2 && 'shell' in request.command) {
    const fault = await checkSyntax(request.command.shell)
    if (fault) return fault
  }
  const stderr = result.stderr.text
  const named = findComplaint(stderr, request)
  if (result.end.code === 1 && named === null) return null
  const { call, exits } = await readShape(request)
  // A line that ends with a code of its own choice has taken the missing script into account.
  if (named !== null && !exits) return named
  return result.end.code === 2 && call ? findMissingScript(call, stderr) : null
}

/** The script that a call names, if it is not there or cannot be read. */
export function findMissingScript({ words, cwd }: PlainCall, stderr = ''): BrokenResult | null {
  const found = findScript(words)
  if (found === null || cwd === null) return null
  // An interpreter that misses its script names it. Other words on stderr are those of a script that ran, and is gone since.
  if (stderr.trim() !== '' && !stderr.includes(basename(found.script))) return null
  return describeMissing(resolve(cwd, found.script), found.interpreter)
}

// What interpreters say when their script is not there: python, POSIX shells, perl, node and tsx, bun and deno, ruby, php, lua.
const complaints: readonly RegExp[] = [
  /can't open file '(.+?)': \[Errno \d+\]/,
  /^\S+: \d+: (?:\.: )?(?:cannot|can't) open (.+?): (?:No such file|Permission denied)/m,
  /Can't open perl script "(.+?)"/,
  /Cannot find module '(.+?)'/,
  /Module not found "(.+?)"/,
  /No such file or directory -- (.+?) \(LoadError\)/,
  /Could not open input file: (.+)$/m,
  /^lua[\d.]*: cannot open (.+)$/m,
]

/** The complaint of an interpreter on stderr about a file that the command line names and that is indeed missing. */
function findComplaint(stderr: string, { command, cwd }: CommandRequest): BrokenResult | null {
  const text = 'shell' in command ? command.shell : [command.exec, ...command.args].join(' ')
  for (const pattern of complaints) {
    const file = pattern.exec(stderr)?.[1]
    if (file === undefined || !text.includes(basename(file))) continue
    const fault = describeMissing(
      resolve(cwd, file.startsWith('file://') ? fileURLToPath(file) : file),
      'the interpreter',
    )
    if (fault) return fault
  }
  return null
}

function describeMissing(path: string, interpreter: string): BrokenResult | null {
  try {
    accessSync(path, constants.R_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'EACCES'
      ? cannotStart(
          `${path} cannot be read, so ${interpreter} had nothing to run`,
          `let this user read it: chmod u+r ${path}`,
        )
      : cannotStart(
          `${path} does not exist, so ${interpreter} had nothing to run`,
          'restore the script, or mend its path in the command',
        )
  }
}
