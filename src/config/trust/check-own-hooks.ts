import { HookError } from '../../base/errors.ts'
import type { LoadedFile } from '../read-file-config.ts'
import { findLooseness, followLinks, type LooseFile, type OwnerRule } from './check-owner.ts'
import { findScripts } from './find-scripts.ts'
import { findLooseParents } from './loose-parents.ts'
import { identifyProject, isInside } from './project-identity.ts'

const rules: Readonly<Partial<Record<LoadedFile['layer'], OwnerRule>>> = {
  managed: { owner: 'system', privateGroup: false },
  user: { owner: 'user', privateGroup: true },
}

/**
 * Refuses files of the user and the administrator whose hooks run scripts that others may change. Scripts inside the project are
 * left alone: a repository must not be able to disarm its visitor's guards by the mode of a file. Does not mutate.
 */
export function checkOwnHooks(
  files: readonly LoadedFile[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): LoadedFile[] {
  const { root } = identifyProject(cwd)
  const known = new Map<string, LooseFile | undefined>()
  return files.map((file) => {
    const rule = rules[file.layer]
    if (rule === undefined || file.reading.problems.length > 0) return file
    for (const hook of file.reading.hooks) {
      const paths = findScripts(hook.handler, { root, env }).paths.filter((path) => !isInside(path, root))
      for (const path of paths) {
        const key = `${rule.owner} ${path}`
        if (!known.has(key)) known.set(key, findLoose(path, rule))
        const loose = known.get(key)
        if (loose) return refuse(file, loose, `hook ${hook.id} runs ${path}`)
      }
    }
    return file
  })
}

function findLoose(path: string, rule: OwnerRule): LooseFile | undefined {
  const real = followLinks(path)
  return findLooseness(real, rule) ?? findLooseParents(real, undefined, rule)
}

function refuse(file: LoadedFile, { path, why, hint }: LooseFile, what: string): LoadedFile {
  const problem = new HookError('CONFIG_UNREADABLE', `${what}, which others can change: ${path}: ${why}`, {
    hint,
    place: { file: file.file },
  })
  return { ...file, reading: { ...file.reading, hooks: [], problems: [problem] } }
}
