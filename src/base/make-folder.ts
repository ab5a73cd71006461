import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder for this user only, with those above it that are missing, and says whether it was made. Throws what the system
 * says, also of places where nothing can be made: there Node's own way would go on trying without end.
 */
export function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    const above = dirname(folder)
    if (code !== 'ENOENT' || above === folder) throw error
    makeFolder(above)
    return makeMissing(folder)
  }
}

function makeMissing(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
