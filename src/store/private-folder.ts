import { lstatSync, mkdirSync } from 'node:fs'

/**
 * Makes a folder for this user only, with those above it, and says whether it was made or was there. Throws when something else
 * stands in its place, such as a link, when it belongs to another user, and when others can write into it.
 */
export function makePrivateFolder(folder: string): 'made' | 'there' {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  const entry = lstatSync(folder)
  if (!entry.isDirectory()) throw new Error(`${folder} is no folder of its own: state is kept in real folders only`)
  if (process.getuid && entry.uid !== process.getuid()) throw new Error(`${folder} belongs to another user`)
  if ((entry.mode & 0o022) !== 0) throw new Error(`others can write into ${folder}`)
  return made === undefined ? 'there' : 'made'
}
