import { formatPath, parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import { isRecord } from '../../protocol/schema/check.ts'

/**
 * Makes sure that the hooks of a settings file of Claude Code have the form it reads; an empty file has. Throws `CONFIG_SYNTAX`
 * for what is no JSON, and `CONFIG_INVALID_VALUE` with the place, what stands there and what belongs there.
 */
export function checkHooks({ text, file }: { text: string; file: string }): void {
  if (text.trim() === '') return
  const { value, locate } = parseDocument(text, 'jsonc', file)
  const fault = isRecord(value) ? findFault(value) : { path: [], found: value, expected: 'an object' }
  if (fault === undefined) return
  const { path, found, expected } = fault
  const name = path.length === 0 ? 'the file' : formatPath(path)
  throw new HookError('CONFIG_INVALID_VALUE', `${name} is ${describe(found)}, and ${expected} is expected there`, {
    hint: 'Claude Code passes over settings with such hooks. Mend them first, or name another file with --settings. Nothing was changed.',
    place: { file, ...locate(path), ...(path.length > 0 && { path: name }) },
  })
}

interface Fault {
  path: (string | number)[]
  found: unknown
  expected: string
}

function findFault(settings: Record<string, unknown>): Fault | undefined {
  if (!Object.hasOwn(settings, 'hooks')) return undefined
  const { hooks } = settings
  if (!isRecord(hooks)) return { path: ['hooks'], found: hooks, expected: 'an object with lists of groups by event' }
  return Object.entries(hooks).flatMap(([event, groups]) => [...listFaults(groups, ['hooks', event])])[0]
}

function* listFaults(groups: unknown, path: Fault['path']): Generator<Fault> {
  if (!Array.isArray(groups)) {
    yield { path, found: groups, expected: 'a list of groups' }
    return
  }
  for (const [index, group] of groups.entries()) {
    const at = [...path, index]
    const hooks = isRecord(group) ? group['hooks'] : undefined
    if (!isRecord(group)) yield { path: at, found: group, expected: 'a group, an object with a list "hooks",' }
    else if (!Array.isArray(hooks)) yield { path: [...at, 'hooks'], found: hooks, expected: 'a list of hooks' }
    else
      for (const [number, hook] of hooks.entries())
        if (!isRecord(hook)) yield { path: [...at, 'hooks', number], found: hook, expected: 'a hook, an object,' }
  }
}

function describe(found: unknown): string {
  if (found === undefined) return 'missing'
  if (Array.isArray(found)) return 'a list'
  return typeof found === 'object' && found !== null ? 'an object' : JSON.stringify(found)
}
