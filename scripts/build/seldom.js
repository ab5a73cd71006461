// What the starter of a program needs only when a call does what none did before it, or needs a package.
import * as fs from 'node:fs'
import { dirname } from 'node:path'

// What packages hold is left to Node's own cache.
export function fromPackage(take, name) {
  const folder = chooseCacheFolder(process.env)
  if (folder !== undefined) require('node:module').enableCompileCache(folder)
  return take(name)
}

function chooseCacheFolder({ XDG_CACHE_HOME: cache, HOME: home }) {
  const folder = cache?.startsWith('/') ? cache : home?.startsWith('/') ? `${home}/.cache` : undefined
  return folder && `${folder}/hookline/compiled`
}

export function nameOptions(options) {
  let mark = 0
  for (let at = 0; at < options.length; at++) mark = (Math.imul(mark, 31) + options.charCodeAt(at)) | 0
  return `-${(mark >>> 0).toString(36)}`
}

/** Keeps compiled code. The engine takes what it is given without looking: a file has its name only when all of it is on the disk. */
export function writeCache(file, marks, compiled) {
  const fresh = `${file}.${process.pid}`
  try {
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const descriptor = fs.openSync(fresh, 'wx', 0o600)
    // It makes no copy of what begins at a multiple of eight.
    fs.writeSync(descriptor, `${marks.padEnd(marks.length + 7 - (marks.length % 8))}\n`)
    fs.writeSync(descriptor, compiled)
    fs.fsyncSync(descriptor)
    fs.closeSync(descriptor)
    fs.renameSync(fresh, file)
    removeOld(dirname(file))
  } catch {
    discard(fresh)
  }
}

const keptMs = 60 * 24 * 60 * 60 * 1000

// What other versions have left behind.
function removeOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    const file = `${folder}/${name}`
    const { mtimeMs } = fs.statSync(file)
    if (Date.now() - mtimeMs > keptMs) discard(file)
  }
}

function discard(file) {
  try {
    fs.unlinkSync(file)
  } catch {
    // It never came to be, or is in use.
  }
}
