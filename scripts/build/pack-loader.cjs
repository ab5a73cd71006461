// Loads modules out of packs, each when one of its names is first used. Stands in the file that starts a program.
const fs = require('node:fs')
const vm = require('node:vm')

const makers = Object.create(null)
const loaded = Object.create(null)
let unread

exports.runAs = (program) => {
  const command = process.argv[2]
  unread = [...(Object.hasOwn(packs, command) ? packs[command] : packs.rest)]
  return load('cli/programs.ts').runAs(program)
}

function load(id) {
  const known = loaded[id]
  if (known !== undefined) return known.exports
  if (id.startsWith('node:')) return require(id)
  while (!(id in makers) && unread.length > 0) openPack(unread.shift())
  const make = makers[id]
  if (make === undefined) return fromPackage(require, id)
  const module = { exports: {} }
  loaded[id] = module
  make(load, module.exports, module, locate)
  return module.exports
}

// What packages hold is left to Node's own cache.
function fromPackage(take, name) {
  const folder = chooseCacheFolder(process.env)
  if (folder !== undefined) require('node:module').enableCompileCache(folder)
  return take(name)
}

/** The address a module has in the library. Who asks for it is about to load what stands in no pack. */
function locate(id) {
  return fromPackage(require, 'node:url').pathToFileURL(`${__dirname}/../${id.replace(/\.ts$/, '.js')}`).href
}

function openPack({ name, digest }) {
  const filename = `${__dirname}/${name}.js`
  const cache = openCache(`${name}-${digest}-${process.version}-${process.arch}${nameOptions(process.env)}`)
  const script = new vm.Script(fs.readFileSync(filename, 'latin1'), {
    filename,
    cachedData: cache.compiled,
  })
  const made = script.runInThisContext()(helpers)
  for (const id in made) makers[id] ??= made[id]
  process.once('exit', () => cache.keep(script, Object.keys(made)))
}

const helpers = {
  importModule: (name) => fromPackage((file) => import(file), name),
  __export(target, getters) {
    Object.defineProperty(target, '__esModule', { value: true })
    for (const name in getters) Object.defineProperty(target, name, { get: getters[name], enumerable: true })
  },
  __reExport: copy,
  __toESM(module) {
    const target = Object.create(Object.getPrototypeOf(module))
    if (!module.__esModule) Object.defineProperty(target, 'default', { value: module, enumerable: true })
    return copy(target, module)
  },
}

function copy(target, module) {
  for (const name of Object.getOwnPropertyNames(module)) {
    if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, { get: () => module[name], enumerable: true })
  }
  return target
}

/**
 * What calls before this one compiled of a pack, and a mark for every module that they evaluated. Node's own cache keeps what
 * is compiled at once, which is next to nothing of a pack.
 */
function openCache(name) {
  const folder = chooseCacheFolder(process.env)
  if (folder === undefined) return { compiled: undefined, keep() {} }
  const file = `${folder}/${name}`
  const { marks, compiled } = readCache(file)
  return {
    compiled,
    keep(script, ids) {
      // With options that this one call was given, others could not use it.
      if (process.execArgv.length > 0) return
      const known = script.cachedDataRejected ? '' : marks
      const evaluated = ids.map((id, n) => (known[n] === '1' || id in loaded ? '1' : '0')).join('')
      if (evaluated !== known) writeCache(folder, file, [evaluated, script.createCachedData()])
    },
  }
}

// Some options of Node change what code is compiled to.
function nameOptions({ NODE_OPTIONS: options = '' }) {
  let mark = 0
  for (let at = 0; at < options.length; at++) mark = (Math.imul(mark, 31) + options.charCodeAt(at)) | 0
  return options === '' ? '' : `-${(mark >>> 0).toString(36)}`
}

function readCache(file) {
  let descriptor
  try {
    descriptor = fs.openSync(file, 'r')
    const { uid, mode, size } = fs.fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(size)
    // Compiled code is code: only its user may have written it.
    if (uid !== process.getuid() || (mode & 0o022) !== 0 || fs.readSync(descriptor, bytes) !== size) return nothing
    const end = bytes.indexOf(0x0a)
    return { marks: bytes.latin1Slice(0, end).trimEnd(), compiled: bytes.subarray(end + 1) }
  } catch {
    return nothing
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

const nothing = { marks: '', compiled: undefined }

// The engine takes what it is given without looking: a file has its name only when all of it is on the disk.
function writeCache(folder, file, [marks, compiled]) {
  const fresh = `${file}.${process.pid}`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    const descriptor = fs.openSync(fresh, 'wx', 0o600)
    // It makes no copy of what begins at a multiple of eight.
    fs.writeSync(descriptor, `${marks.padEnd(marks.length + 7 - (marks.length % 8))}\n`)
    fs.writeSync(descriptor, compiled)
    fs.fsyncSync(descriptor)
    fs.closeSync(descriptor)
    fs.renameSync(fresh, file)
  } catch {
    discard(fresh)
  }
}

function discard(file) {
  try {
    fs.unlinkSync(file)
  } catch {
    // It never came to be.
  }
}

function chooseCacheFolder({ XDG_CACHE_HOME: cache, HOME: home }) {
  const folder = cache?.startsWith('/') ? cache : home?.startsWith('/') ? `${home}/.cache` : undefined
  return folder && `${folder}/hookline/compiled`
}
