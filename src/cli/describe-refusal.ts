import { HookError } from '../base/errors.ts'

/**
 * Tells an error of the file system as what it is: something between the user and the machine. Undefined for every other error,
 * also for a file that is missing, since whoever needs one says so itself.
 */
export function describeRefusal(error: unknown): HookError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const why = Object.hasOwn(refusals, code) ? refusals[code] : undefined
  if (why === undefined || typeof path !== 'string') return undefined
  const step = syscall === undefined ? '' : ` (${syscall})`
  return new HookError('FILE_REFUSED', `cannot be used: ${why}${step}`, { place: { file: path }, cause: error })
}

const refusals: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a disk that is read-only',
  ENOSPC: 'there is no room left on its disk',
  EDQUOT: 'there is no room left for this user on its disk',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EIO: 'its disk has a fault',
}
