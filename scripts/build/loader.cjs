// Stands in every pack that a program may begin with: loads modules out of packs, each when one of its names is first used.
// FOLLOWERS are the packs that are looked into after this one.
begin = (pack, { program, folder, require, openPack, importModule }) => {
  const loaded = Object.create(null)
  const unread = FOLLOWERS
  const helpers = {
    require: load,
    locate,
    importModule: (name) => fromPackage(importModule, name),
    __export(target, getters) {
      Object.defineProperty(target, '__esModule', { value: true })
      for (const name in getters) Object.defineProperty(target, name, { get: getters[name], enumerable: true })
    },
    __reExport: copy,
    __toESM(module) {
      if (module.__esModule) return module
      return copy({ default: module }, module)
    },
  }
  const makes = [pack(helpers)]
  load('cli/programs.ts').runAs(program)

  function load(id) {
    const known = loaded[id]
    if (known !== undefined) return known.exports
    if (id.startsWith('node:')) return require(id)
    const module = { exports: {} }
    loaded[id] = module
    try {
      for (let at = 0; at < makes.length || unread.length > 0; at++) {
        if (at === makes.length) makes.push(openPack(unread.shift()).pack(helpers))
        if (makes[at](id, module)) return module.exports
      }
    } catch (error) {
      loaded[id] = undefined
      throw error
    }
    loaded[id] = undefined
    return fromPackage(require, id)
  }

  // What packages hold is left to Node's own cache.
  function fromPackage(take, name) {
    const { XDG_CACHE_HOME: cache, HOME: home } = process.env
    const base = cache?.[0] === '/' ? cache : home?.[0] === '/' ? `${home}/.cache` : undefined
    const kept = `${base}/hookline/compiled`
    if (base !== undefined && require('node:fs').existsSync(kept)) require('node:module').enableCompileCache(kept)
    return take(name)
  }

  /** The address a module has in the library. Who asks for it is about to load what stands in no pack. */
  function locate(id) {
    return fromPackage(require, 'node:url').pathToFileURL(`${folder}/../${id.replace(/\.ts$/, '.js')}`).href
  }

  function copy(target, module) {
    for (const name of Object.getOwnPropertyNames(module)) {
      if (!Object.hasOwn(target, name))
        Object.defineProperty(target, name, { get: () => module[name], enumerable: true })
    }
    return target
  }
}
