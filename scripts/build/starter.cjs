#!/usr/bin/env node
// The file that starts a program. Every call compiles it anew, so it holds no more than what opens the first pack; PROGRAM and
// PACKS (the first pack of a command, with its digest) are put in by the build.
'use strict'
const fs = require('node:fs')
const { Script } = require('node:vm')

const [major, minor] = process.versions.node.split('.')
if (major < 22 || (major === '22' && minor < 18)) {
  process.stderr.write(`error[USAGE] Node ${process.versions.node} is too old\nhint: Use Node 22.18 or later.\n`)
  process.exit(1)
}
const { pack, begin } = openPack(Object.hasOwn(PACKS, process.argv[2]) ? PACKS[process.argv[2]] : PACKS.rest)
begin(pack, { program: PROGRAM, folder: __dirname, require, openPack, importModule: (name) => import(name) })

/**
 * Opens a pack with what calls before this one compiled of it, or some of them: Node's own cache keeps what is compiled at
 * once, which is next to nothing of a pack.
 */
function openPack([name, digest]) {
  const filename = `${__dirname}/${name}.js`
  const { XDG_CACHE_HOME: cache, HOME: home, NODE_OPTIONS: options } = process.env
  const base = cache?.[0] === '/' ? cache : home?.[0] === '/' ? `${home}/.cache` : undefined
  let file = base && `${base}/hookline/compiled/${name}-${digest}-${process.version}-${process.arch}`
  // Some options of Node change what code is compiled to.
  if (file && options) file += `-${Buffer.from(options).toString('base64url').slice(-60)}`
  let descriptor
  let cachedData
  let calm = 0
  try {
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    const { uid, mode, size } = fs.fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(size)
    // Compiled code is code: only its user may have written it.
    if (uid === process.getuid() && (mode & 0o022) === 0 && fs.readSync(descriptor, bytes) === size) {
      calm = bytes[0]
      cachedData = bytes.subarray(8)
    }
  } catch {
    // Then all is compiled.
  }
  if (descriptor !== undefined) fs.closeSync(descriptor)
  const script = new Script(fs.readFileSync(filename, 'utf8'), { filename, cachedData })
  // Calls differ in what they use. The longer none had more to keep than was there, the more seldom one looks.
  if (file && (script.cachedDataRejected || Math.random() * (calm + 1) < 1))
    process.once('exit', () => require('./keep-compiled.js').keepCompiled(file, { script, calm, cachedData }))
  return script.runInThisContext()
}
