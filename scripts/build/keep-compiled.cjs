// Keeps what a call has compiled of a pack, for calls after it.
const fs = require('node:fs')
const { dirname, join } = require('node:path')

exports.keepCompiled = (file, { script, calm, cachedData }) => {
  // With options that this one call was given, others could not use it.
  if (process.execArgv.length > 0) return
  const compiled = script.createCachedData()
  const isMore = cachedData === undefined || script.cachedDataRejected || compiled.length > cachedData.length
  if (isMore) writeFile(file, compiled)
  else if (calm < mostCalm) markCalm(file, 2 * calm + 1)
}

const mostCalm = 63

function markCalm(file, calm) {
  try {
    const descriptor = fs.openSync(file, fs.constants.O_WRONLY | fs.constants.O_NOFOLLOW)
    fs.writeSync(descriptor, Uint8Array.of(calm), 0, 1, 0)
    fs.closeSync(descriptor)
  } catch {
    // Then somebody looks again soon.
  }
}

// The engine takes what it is given without looking: a file has its name only when all of it is on the disk.
function writeFile(file, compiled) {
  const fresh = `${file}.${process.pid}`
  try {
    makeFolders(dirname(file))
    const descriptor = fs.openSync(fresh, 'wx', 0o600)
    // It makes no copy of what begins at a multiple of eight.
    fs.writeSync(descriptor, new Uint8Array(8))
    fs.writeSync(descriptor, compiled)
    fs.fsyncSync(descriptor)
    fs.closeSync(descriptor)
    fs.renameSync(fresh, file)
    removeOld(dirname(file))
  } catch {
    discard(fresh)
  }
}

// One by one: where nothing can be made Node's own way would go on trying without end.
function makeFolders(folder) {
  for (const each of [dirname(dirname(folder)), dirname(folder), folder]) {
    if (!fs.existsSync(each)) fs.mkdirSync(each, { mode: 0o700 })
  }
}

const keptMs = 60 * 24 * 60 * 60 * 1000

// What other versions have left behind.
function removeOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - fs.statSync(file).mtimeMs > keptMs) discard(file)
  }
}

function discard(file) {
  try {
    fs.unlinkSync(file)
  } catch {
    // It never came to be, or is in use.
  }
}
