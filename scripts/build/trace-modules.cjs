// Loaded before a program: writes the ids of the modules that its call evaluates into the file that TRACE_MODULES names.
const { writeFileSync } = require('node:fs')
const { Script } = require('node:vm')

const file = process.env.TRACE_MODULES
delete process.env.TRACE_MODULES
const ids = new Set()
const run = Script.prototype.runInThisContext
Script.prototype.runInThisContext = function (...given) {
  const pack = run.apply(this, given)
  return (helpers) => record(pack(helpers))
}
process.on('exit', () => writeFileSync(file, JSON.stringify([...ids])))

function record(makers) {
  const recording = ([id, make]) => [
    id,
    (...given) => {
      ids.add(id)
      make(...given)
    },
  ]
  return Object.fromEntries(Object.entries(makers).map(recording))
}
