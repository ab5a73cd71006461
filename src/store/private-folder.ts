import { lstatSync, type Stats } from 'node:fs'
import { makeFolder } from '../base/make-folder.ts'
import { refuseState } from './refuse-state.ts'

/**
 * Makes a folder for this user only, with those above it, and says whether it was made or was there. Throws `STATE_UNSAFE` when
 * something else stands in its place, such as a link, when it belongs to another user, and when others can write into it.
 */
export function makePrivateFolder(folder: string): 'made' | 'there' {
  const { entry, made } = makeRealFolder(folder)
  if (process.getuid && entry.uid !== process.getuid()) throw refuseState(folder, 'belongs to another user')
  if ((entry.mode & 0o022) !== 0) throw refuseState(folder, 'can be written by others')
  return made
}

/**
 * Makes a folder that its user may have named, with those above it, for this user only. One that is there may be the system's
 * or shared with a group, as long as nobody can put files in the place of others. `inside` is the folder of ours that it lies in,
 * which must be a real one, too. Throws `STATE_UNSAFE` otherwise.
 */
export function makeNamedFolder(folder: string, inside: string = folder): void {
  if (inside !== folder) makePrivateFolder(inside)
  const { entry } = makeRealFolder(folder)
  const isForeign = process.getuid && entry.uid !== process.getuid() && entry.uid !== 0
  if (isForeign) throw refuseState(folder, 'belongs to another user')
  if ((entry.mode & 0o1002) === 0o002) throw refuseState(folder, 'can be written by everyone')
}

function makeRealFolder(folder: string): { entry: Stats; made: 'made' | 'there' } {
  const before = lstatSync(folder, { throwIfNoEntry: false })
  refuseOther(before, folder)
  if (before) return { entry: before, made: 'there' }
  const made = makeFolder(folder) ? 'made' : 'there'
  const entry = lstatSync(folder)
  refuseOther(entry, folder)
  return { entry, made }
}

function refuseOther(entry: Stats | undefined, folder: string): void {
  if (entry === undefined || entry.isDirectory()) return
  throw refuseState(folder, entry.isSymbolicLink() ? 'is a link and no real folder' : 'is no folder')
}
