import { statSync } from 'node:fs'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest } from './command-request.ts'

/** Puts into words why a command could not be started, with what to do about it. */
export function describeLaunchError(
  error: NodeJS.ErrnoException,
  { command, cwd }: Pick<CommandRequest, 'command' | 'cwd'>,
): BrokenResult {
  const program = 'shell' in command ? '/bin/sh' : command.exec
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EACCES': {
      // The system's answer names the program even when it is the directory that is missing.
      const fault = describeDirectoryFault(cwd)
      if (fault) return fault
      return error.code === 'EACCES'
        ? cannotStart(`${program} is not executable`, `make it executable: chmod +x ${program}`)
        : cannotStart(`${program} was not found`, 'check the path, and PATH in the environment of the hook')
    }
    case 'EAGAIN':
    case 'EMFILE':
    case 'ENFILE':
    case 'ENOMEM':
      return cannotStart(
        `overload: the system has no room for another process or descriptor (${error.code})`,
        'run fewer hooks at once, or raise the limits on processes and open files',
      )
    case 'ETXTBSY':
      return cannotStart(
        `${program} is being written by another process`,
        'write it under another name and rename it into place',
      )
    case 'E2BIG':
      return cannotStart(
        `the command or its environment is too large for the system to start ${program}`,
        'one argument or variable holds at most 128 KiB; pass large values on stdin',
      )
    case 'ERR_INVALID_ARG_VALUE':
      return cannotStart(
        `the command cannot be started: ${withoutValue(error.message)}`,
        'a command, its arguments and its environment can hold no NUL byte, and a command is never empty',
      )
    default:
      return cannotStart(`${program} cannot be started: ${error.message}`)
  }
}

/** What is wrong with a working directory, or null when it can be entered. */
export function describeDirectoryFault(cwd: string): BrokenResult | null {
  const stats = statSync(cwd, { throwIfNoEntry: false })
  if (stats === undefined)
    return cannotStart(`working directory gone: ${cwd} does not exist`, 'create it, or set another cwd for the hook')
  return stats.isDirectory()
    ? null
    : cannotStart(`working directory gone: ${cwd} is not a directory`, 'set another cwd for the hook')
}

/** Node repeats the offending value, which may be long or secret. */
function withoutValue(message: string): string {
  return message.replace(/\. Received .*$/s, '')
}
