import { stableJson } from '../../base/json.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Layer } from '../../protocol/source.ts'
import { findLooseness, followLinks, type LooseFile, type OwnerRule } from './check-owner.ts'
import { digestCode } from './digest-code.ts'
import { findDefinition } from './find-definition.ts'
import { findScripts, type ScriptPlace } from './find-scripts.ts'
import { hashFile, hashText } from './hash-file.ts'
import { findLooseParents } from './loose-parents.ts'
import { nameInProject } from './project-identity.ts'

/** Something a project wants to run, as its owner may approve it: a hook, or a configuration file that is code. */
export interface TrustItem {
  kind: 'hook' | 'code'
  /** Changes with every byte of the definition and of the scripts it names. */
  digest: string
  /** The same without the scripts. */
  definition: string
  layer: Layer
  /** The configuration file, relative to the project. */
  file: string
  /** The same as it was found. */
  path: string
  /** Absent for code: what it holds is known only once it has run. */
  hook?: Hook
  scripts: PinnedScript[]
  /** What may run besides and is not pinned. */
  unpinned: string[]
  /** A script that others may change: it does not run, approved or not. */
  unsafe?: LooseFile
}

/** A file whose bytes are part of an approval. */
export interface PinnedScript {
  /** As the project sees it: relative inside of it. */
  name: string
  path: string
  /** `absent` and `unreadable` for files that could not be hashed: when that changes, so does the digest. */
  sha256: string
}

/** Where items are described. What is found out about a file holds for all of them: it is looked at once. */
export interface ItemPlace extends ScriptPlace {
  readonly files: Map<string, FileFacts>
}

interface FileFacts {
  sha256: string
  unsafe: LooseFile | undefined
}

/** Begins a look at what a project, or its user, wants to run. */
export function createItemPlace({ root, env }: ScriptPlace): ItemPlace {
  return { root, env, files: new Map() }
}

/** A configuration file of a project. */
export interface BroughtFile {
  path: string
  /** Relative to the project. */
  name: string
  layer: Layer
  /** Its content, when it is data. */
  document?: unknown
}

/** Describes a hook of a data file. */
export function describeHook(hook: Hook, { document, ...from }: BroughtFile, place: ItemPlace): TrustItem {
  const { paths, unpinned } = findScripts(hook.handler, place)
  const { timeoutMs, async, once, shadow, recheck, onFailure, budgetMs, breaker } = hook
  const { name: file, path, layer } = from
  const definition = hashText(
    stableJson({
      version: 1,
      file,
      event: hook.event,
      dialect: hook.dialect.name,
      written: findDefinition(document, hook.source.path ?? ''),
      means: { timeoutMs, async, once, shadow, recheck, onFailure, budgetMs, breaker },
    }),
  )
  return complete({ kind: 'hook', definition, layer, file, path, hook, unpinned }, paths, place)
}

/** Describes a configuration file that is code, without running it. */
export function describeCode({ path, name: file, layer }: BroughtFile, place: ItemPlace): TrustItem {
  const { imports, scripts, unpinned } = digestCode(path, place)
  const definition = hashText(stableJson({ version: 1, file, code: hashFile(path) }))
  return complete({ kind: 'code', definition, layer, file, path, unpinned }, [...imports, ...scripts], place)
}

/** One digest for all that a project wants to run, whatever its order. */
export function digestItems(items: readonly TrustItem[]): string {
  return hashText(stableJson({ version: 1, items: items.map(({ digest }) => digest).sort() }))
}

const rule: OwnerRule = { owner: 'user', privateGroup: true }

function complete(item: Omit<TrustItem, 'digest' | 'scripts'>, paths: readonly string[], place: ItemPlace): TrustItem {
  const scripts = paths
    .map((path): PinnedScript => ({ name: nameInProject(path, place.root), path, sha256: look(path, place).sha256 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const pins = scripts.map(({ name, sha256 }) => [name, sha256])
  const unsafe = paths.map((path) => look(path, place).unsafe).find((found) => found !== undefined)
  const missing = scripts.filter(({ sha256 }) => sha256 === 'unreadable')
  return {
    ...item,
    digest: hashText(stableJson({ definition: item.definition, pins })),
    scripts,
    unpinned: [...item.unpinned, ...missing.map(({ name }) => `${name} cannot be read`)],
    ...(unsafe && { unsafe }),
  }
}

function look(path: string, { root, files }: ItemPlace): FileFacts {
  const known = files.get(path)
  if (known) return known
  const { sha256, why } = hashFile(path)
  const real = followLinks(path)
  const unsafe = findLooseness(real, rule) ?? findLooseParents(real, root, rule)
  const facts = { sha256: sha256 ?? why, unsafe }
  files.set(path, facts)
  return facts
}
