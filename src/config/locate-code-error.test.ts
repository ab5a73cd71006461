import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const loader = fileURLToPath(new URL('./load-files.ts', import.meta.url))

// The test runner has a module loader of its own; what is promised is about that of the runtime.
function refuse(name: string, text: string): unknown {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-code-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  const script = `
    const { loadConfigFiles } = await import(${JSON.stringify(loader)})
    const request = { cwd: ${JSON.stringify(folder)}, files: [{ path: ${JSON.stringify(name)} }], settingSources: [], env: {} }
    await loadConfigFiles(request).catch((error) => console.log(JSON.stringify(error)))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const { code, file, line, column } = JSON.parse(stdout)
  return { code, file: file.slice(folder.length + 1), line, column }
}

test.each([
  ['TypeScript that cannot be parsed', 'a.ts', 'export default {\n  Stop: [x x],\n}\n', 'CONFIG_SYNTAX', 2, 12],
  ['TypeScript that ends too soon', 'a.ts', 'const a = 1\nexport default { Stop: [', 'CONFIG_SYNTAX', 2, undefined],
  ['TypeScript that has to be translated', 'a.ts', '\nenum A { b }\n', 'CONFIG_SYNTAX', 2, 1],
  ['JavaScript that cannot be parsed', 'a.mjs', 'export default {\n  Stop: [x x],\n}\n', 'CONFIG_SYNTAX', 2, 12],
  ['a name declared twice', 'a.mts', 'let a = 1\nlet a = 2\nexport default {}\n', 'CONFIG_SYNTAX', 2, 5],
  ['a name that its module does not export', 'a.mts', 'import { no } from "node:fs"\n', 'CONFIG_SYNTAX', 1, 10],
  ['a line that throws', 'a.ts', '\n  throw new Error("no")\nexport default {}\n', 'CONFIG_UNREADABLE', 2, 9],
])('%s is refused with its place', (_, name, text, code, line, column) => {
  expect(refuse(name, text)).toEqual({ code, file: name, line, column })
})
