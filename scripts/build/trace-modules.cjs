// Loaded before a program: writes the ids of the modules that its call evaluates into the file that TRACE_MODULES names.
const { writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const file = process.env.TRACE_MODULES
delete process.env.TRACE_MODULES
const ids = new Set()
const run = Script.prototype.runInThisContext
Script.prototype.runInThisContext = function (...given) {
  const { pack, ...more } = run.apply(this, given)
  return { pack: (helpers) => record(pack(helpers)), ...more }
}
process.on('exit', () => writeFileSync(file, JSON.stringify([...ids])))

function record(make) {
  return (id, module) => {
    const isHere = make(id, module)
    if (isHere) ids.add(id)
    return isHere
  }
}
