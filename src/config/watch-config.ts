import { existsSync, type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** A watch that can be ended. */
export interface ConfigWatch {
  close(): void
}

const quietMs = 100

/**
 * Calls back when any of the files has changed, appeared or gone, once things have been quiet for a moment. Folders are
 * watched, not files, so that an editor's rename in place is seen; a folder that does not exist yet is waited for. Keeps no
 * process alive. What the callback throws is thrown where nobody catches it: it should not.
 */
export function watchConfig(files: readonly string[], onChange: (changed: string[]) => void): ConfigWatch {
  const watchers = new Map<string, FSWatcher>()
  let known = stampFiles(files)
  let timer: NodeJS.Timeout | undefined

  const settle = (): void => {
    arm()
    const now = stampFiles(files)
    const changed = files.filter((file) => now.get(file) !== known.get(file))
    known = now
    if (changed.length > 0) onChange(changed)
  }
  const stir = (): void => {
    clearTimeout(timer)
    timer = setTimeout(settle, quietMs)
    timer.unref()
  }
  const arm = (): void => {
    const wanted = new Set(files.map((file) => nearestFolder(dirname(file))))
    for (const [folder, watcher] of watchers) {
      if (wanted.has(folder) && isSameFolder(folder, watcher)) continue
      watcher.close()
      watchers.delete(folder)
    }
    for (const folder of wanted) if (!watchers.has(folder)) watchFolder(folder, watchers, stir)
  }

  arm()
  stir() // what changed between the first look and the watch
  return {
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
      watchers.clear()
    },
  }
}

// A folder that was removed and made again has the same name and is another one.
const inodes = new WeakMap<FSWatcher, number>()

function isSameFolder(folder: string, watcher: FSWatcher): boolean {
  return inodes.get(watcher) === statSync(folder, { throwIfNoEntry: false })?.ino
}

function watchFolder(folder: string, watchers: Map<string, FSWatcher>, stir: () => void): void {
  try {
    const watcher = watch(folder, { persistent: false }, stir)
    watcher.on('error', () => {
      watcher.close()
      watchers.delete(folder)
      stir()
    })
    inodes.set(watcher, statSync(folder).ino)
    watchers.set(folder, watcher)
  } catch {
    // gone between the look and the watch: the next change of what is above it looks again
  }
}

function nearestFolder(folder: string): string {
  const parent = dirname(folder)
  return existsSync(folder) || parent === folder ? folder : nearestFolder(parent)
}

function stampFiles(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, stampFile(file)]))
}

function stampFile(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true })
    return stats === undefined ? 'absent' : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
  } catch {
    return 'unreadable'
  }
}
