import { chmodSync, existsSync, lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { HookError } from '../../../base/errors.ts'
import { locateFiles } from '../../../config/locate-files.ts'
import type { HooksConfig } from '../../../protocol/native-config.ts'
import { configSchema } from '../../../protocol/schemas.ts'
import { composeConfig, type ProjectFacts, type StarterGuard } from './starter-guards.ts'

export interface StarterRequest {
  /** Root of the project. */
  cwd: string
  guards: readonly StarterGuard[]
  form: 'json' | 'ts'
  facts: ProjectFacts
  force: boolean
}

/** A file that was written. */
export interface WrittenFile {
  /** Relative to the project. */
  path: string
  mode: number
}

const folderName = '.hookline'

/**
 * Writes a configuration with its scripts. Throws a `HookError` and writes nothing when there is a configuration already,
 * unless forced; what is replaced is replaced itself, never what a link points to.
 */
export function writeStarter(request: StarterRequest): WrittenFile[] {
  const files = listFiles(request)
  refuseExisting(request, files)
  try {
    mkdirSync(join(request.cwd, folderName), { recursive: true })
    for (const file of files) writeNew(file, request)
  } catch (error) {
    throw new HookError('USAGE', `the configuration cannot be written: ${(error as Error).message}`, {
      hint: 'Run init in a folder that this user may write to.',
      cause: error,
    })
  }
  return files.map(({ path, mode }) => ({ path, mode }))
}

// The mode is set again because the process may take rights away from new files.
function writeNew({ path, text, mode }: PlannedFile, { cwd, force }: StarterRequest): void {
  const full = join(cwd, path)
  if (force) rmSync(full, { force: true })
  writeFileSync(full, text, { flag: 'wx', mode })
  chmodSync(full, mode)
}

interface PlannedFile extends WrittenFile {
  text: string
}

function listFiles({ cwd, guards, form, facts }: StarterRequest): PlannedFile[] {
  const config = composeConfig(guards)
  const scripts = guards.map(({ script }) => ({
    path: `${folderName}/${script.name}`,
    text: script.text(facts),
    mode: 0o755,
  }))
  if (form === 'ts') return [{ path: `${folderName}/hooks.ts`, text: writeCode(config), mode: 0o644 }, ...scripts]
  const schema = chooseSchema(cwd)
  const text = `${JSON.stringify({ $schema: schema.address, ...config }, null, 2)}\n`
  return [{ path: `${folderName}/hooks.json`, text, mode: 0o644 }, ...schema.files, ...scripts]
}

// Types only: the file can be loaded where the package is not installed.
function writeCode(config: HooksConfig): string {
  return `import type { HooksConfig } from 'hookline'

export default ${JSON.stringify(config, null, 2)} satisfies HooksConfig
`
}

// Editors find the schema of an installed package; without one it is put beside the configuration.
function chooseSchema(cwd: string): { address: string; files: PlannedFile[] } {
  const installed = 'node_modules/hookline/schemas/hooks.schema.json'
  if (existsSync(join(cwd, installed))) return { address: `../${installed}`, files: [] }
  const path = `${folderName}/hooks.schema.json`
  return { address: './hooks.schema.json', files: [{ path, text: `${JSON.stringify(configSchema())}\n`, mode: 0o644 }] }
}

function refuseExisting({ cwd, force }: StarterRequest, files: readonly PlannedFile[]): void {
  const folder = lstatSync(join(cwd, folderName), { throwIfNoEntry: false })
  if (folder && !folder.isDirectory()) {
    const what = folder.isSymbolicLink() ? 'a link' : 'no folder'
    throw new HookError('USAGE', `${folderName} is ${what}: nothing was written`, { hint: 'Remove it first.' })
  }
  const inTheWay = files.find(({ path }) => lstatSync(join(cwd, path), { throwIfNoEntry: false })?.isDirectory())
  if (inTheWay) {
    throw new HookError('USAGE', `${inTheWay.path} is a folder, and init writes a file there: nothing was written`, {
      hint: 'Look into it, and move or remove it first. Files are all that --force replaces.',
    })
  }
  if (force) return
  const others = locateFiles({ cwd, env: {}, settingSources: ['project'] })
    .map(({ file }) => relative(cwd, file))
    .filter((path) => path.startsWith(`${folderName}/`))
  const found = [...new Set([...others, ...files.map(({ path }) => path)])].filter((path) =>
    lstatSync(join(cwd, path), { throwIfNoEntry: false }),
  )
  if (found.length === 0) return
  const verb = found.length === 1 ? 'exists' : 'exist'
  throw new HookError('USAGE', `${found.join(', ')} ${verb} already: nothing was written`, {
    hint: 'Write init --force to replace what init writes, or edit the configuration.',
  })
}
