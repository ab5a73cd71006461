import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type FilePlace, locateFile } from '../files/locate-file.ts'
import { describeFileError } from '../files/read-bytes.ts'

/** Where a search begins: ripgrep's directory, by which it reads globs, and what it is to look at. */
export interface SearchPlace extends FilePlace {
  directory: string
  isFile: boolean
}

/** Finds the directory or file to search. Throws when there is none. */
export async function findSearchPlace(path: string | undefined, cwd: string): Promise<SearchPlace> {
  const place = locateFile(path ?? cwd, cwd)
  const stats = await stat(place.real).catch((error: NodeJS.ErrnoException) => {
    throw describeFileError(error, place.spelled)
  })
  if (stats.isDirectory()) return { ...place, directory: place.real, isFile: false }
  if (!stats.isFile()) throw new Error(`${place.spelled} is a device, pipe or socket, not a file.`)
  return { ...place, directory: dirname(place.real), isFile: true }
}

/** What every search leaves out: the insides of version control. */
export const leaveOut: readonly string[] = ['.git', '.hg', '.svn', '.jj'].map((name) => `--glob=!**/${name}`)

/** A glob as ripgrep reads it; one that begins with `!` would say what to leave out. */
export function globFlag(glob: string): string {
  return `--glob=${glob.startsWith('!') ? `\\${glob}` : glob}`
}
