// Stands in the file that starts a program: loads modules out of packs, each when one of its names is first used. Every call
// compiles this file anew, so what few calls need stands in another.
import { refuseOldNode } from '../../src/cli/supported-node.ts'

const fs = require('node:fs')
const vm = require('node:vm')

const makers = Object.create(null)
const loaded = Object.create(null)
let unread

export function startProgram(name) {
  refuseOldNode()
  const command = process.argv[2]
  unread = [...(Object.hasOwn(packs, command) ? packs[command] : packs.rest)]
  load('cli/programs.ts').runAs(name)
}

function load(id) {
  const known = loaded[id]
  if (known !== undefined) return known.exports
  if (id.startsWith('node:')) return require(id)
  while (!(id in makers) && unread.length > 0) openPack(unread.shift())
  const make = makers[id]
  if (make === undefined) return seldom().fromPackage(require, id)
  const module = { exports: {} }
  loaded[id] = module
  make(load, module.exports, module, locate)
  return module.exports
}

function seldom() {
  return require('./seldom.js')
}

/** The address a module has in the library. Who asks for it is about to load what stands in no pack. */
function locate(id) {
  return seldom()
    .fromPackage(require, 'node:url')
    .pathToFileURL(`${__dirname}/../${id.replace(/\.ts$/, '.js')}`).href
}

function openPack({ name, digest }) {
  const filename = `${__dirname}/${name}.js`
  const cache = openCache(`${name}-${digest}-${process.version}-${process.arch}`)
  const script = new vm.Script(fs.readFileSync(filename, 'latin1'), { filename, cachedData: cache.compiled })
  const made = script.runInThisContext()(helpers)
  for (const id in made) makers[id] ??= made[id]
  if (cache.file !== undefined) process.once('exit', () => keep(script, Object.keys(made), cache))
}

const helpers = {
  importModule: (name) => seldom().fromPackage((file) => import(file), name),
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
  const { XDG_CACHE_HOME: cache, HOME: home, NODE_OPTIONS: options } = process.env
  const base = cache?.startsWith('/') ? cache : home?.startsWith('/') ? `${home}/.cache` : undefined
  if (base === undefined) return {}
  // Some options of Node change what code is compiled to.
  const file = `${base}/hookline/compiled/${name}${options ? seldom().nameOptions(options) : ''}`
  let descriptor
  try {
    descriptor = fs.openSync(file, 'r')
    const { uid, mode, size } = fs.fstatSync(descriptor)
    const bytes = Buffer.allocUnsafeSlow(size)
    // Compiled code is code: only its user may have written it.
    if (uid !== process.getuid() || (mode & 0o022) !== 0 || fs.readSync(descriptor, bytes) !== size) return { file }
    const end = bytes.indexOf(0x0a)
    return { file, marks: bytes.latin1Slice(0, end).trimEnd(), compiled: bytes.subarray(end + 1) }
  } catch {
    return { file }
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor)
  }
}

function keep(script, ids, { file, marks = '' }) {
  // With options that this one call was given, others could not use it.
  if (process.execArgv.length > 0) return
  const known = script.cachedDataRejected ? '' : marks
  let evaluated = ''
  for (let n = 0; n < ids.length; n++) evaluated += known[n] === '1' || ids[n] in loaded ? '1' : '0'
  if (evaluated !== known) seldom().writeCache(file, evaluated, script.createCachedData())
}
