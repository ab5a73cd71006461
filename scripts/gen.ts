// Writes everything that derives from the event table, the config schema and the error table.
// `--check` writes nothing and fails when a file is not what it would write.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { EventDefinition } from '../src/protocol/define-event.ts'
import { eventIndexSource, eventNamesSource } from './gen/event-index.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const check = process.argv.includes('--check')
const stale: string[] = []

// The index comes first: everything else imports it.
const events = await readEvents()
put('src/protocol/events/index.ts', eventIndexSource(events))
put('src/protocol/events/names.ts', eventNamesSource(events))

const { generatedFiles } = await import('./gen/derived.ts')
const files = await generatedFiles(root)
for (const [path, content] of files) put(path, content)
for (const folder of ['schemas', 'docs/reference']) removeStrays(folder, new Set(files.keys()))

if (stale.length > 0) {
  console.error(
    `Not as \`npm run gen\` would write them:\n  ${stale.join('\n  ')}\nRun \`npm run gen\` and commit the result.`,
  )
  process.exitCode = 1
} else console.log(`${check ? 'checked' : 'written'}: ${files.size + 1} files`)

async function readEvents(): Promise<{ file: string; name: string; position: number; aliases: readonly string[] }[]> {
  const folder = resolve(root, 'src/protocol/events')
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== 'index.ts' && name !== 'names.ts')
  const rows = names.map(async (file) => {
    const { default: event } = (await import(pathToFileURL(resolve(folder, file)).href)) as { default: EventDefinition }
    const { name, position, aliases = [] } = event
    return { file, name, position, aliases }
  })
  return Promise.all(rows)
}

function put(path: string, content: string): void {
  const full = resolve(root, path)
  let current: string | undefined
  try {
    current = readFileSync(full, 'utf8')
  } catch {
    current = undefined
  }
  if (current === content) return
  if (check) stale.push(path)
  else {
    mkdirSync(dirname(full), { recursive: true })
    writeFileSync(full, content)
  }
}

/** Pages that say how they came about are ours to remove; others stand beside them. */
function isHandWritten(path: string): boolean {
  return path.endsWith('.md') && !readFileSync(resolve(root, path), 'utf8').startsWith('<!-- Generated')
}

function removeStrays(folder: string, wanted: Set<string>): void {
  let names: string[] = []
  try {
    names = readdirSync(resolve(root, folder))
  } catch {
    return
  }
  for (const name of names) {
    const path = relative(root, resolve(root, folder, name))
    if (wanted.has(path) || isHandWritten(path)) continue
    if (check) stale.push(path)
    else rmSync(resolve(root, path))
  }
}
