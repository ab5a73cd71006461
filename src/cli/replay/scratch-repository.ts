import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What of a repository all its work trees share, and what belongs to one of them. Objects are not copied but borrowed. */
const sharedParts = ['config', 'packed-refs', 'refs', 'info', 'shallow'] as const
const ownParts = ['HEAD', 'index', 'ORIG_HEAD', 'MERGE_HEAD', 'MERGE_MSG', 'CHERRY_PICK_HEAD', 'REVERT_HEAD'] as const

/**
 * Gives the copy of a project a repository of its own with the same branches, index and settings, that borrows its objects: git
 * answers in it as in the real one, and whatever is committed there stays there. Does nothing where there is no repository.
 */
export function copyRepository(projectDir: string, folder: string): void {
  const places = locateRepository(projectDir)
  if (places === null) return
  const target = join(folder, '.git')
  mkdirSync(join(target, 'objects', 'info'), { recursive: true })
  writeFileSync(join(target, 'objects', 'info', 'alternates'), `${join(places.shared, 'objects')}\n`)
  mkdirSync(join(target, 'refs'), { recursive: true })
  for (const part of sharedParts) copyPart(join(places.shared, part), join(target, part))
  for (const part of ownParts) copyPart(join(places.own, part), join(target, part))
}

/** The folder of a repository, and for a work tree beside it the part that is its own. */
function locateRepository(projectDir: string): { own: string; shared: string } | null {
  const path = join(projectDir, '.git')
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  const own = stats.isFile() ? readPointer(path, /^gitdir: (.+)$/m, projectDir) : path
  if (own === null || !existsSync(join(own, 'HEAD'))) return null
  const shared = existsSync(join(own, 'commondir')) ? readPointer(join(own, 'commondir'), /^(.+)$/m, own) : own
  return shared === null ? null : { own, shared }
}

function readPointer(file: string, pattern: RegExp, base: string): string | null {
  const target = pattern.exec(readFileSync(file, 'utf8'))?.[1]
  return target === undefined ? null : resolve(base, target.trim())
}

function copyPart(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false })
  if (stats?.isFile()) copyFileSync(from, to)
  else if (stats?.isDirectory()) cpSync(from, to, { recursive: true })
}
