import { placeTemplates } from '../../dialects/kimi/place-templates.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { listRawEntries } from '../raw-entries.ts'
import { claude, kimi, native } from './example.ts'

/** Forms and settings that do not belong where they stand. */
export const fileChecks: readonly LintCheck[] = [
  {
    code: 'unsafe-template',
    title: 'A template stands where its value could become code.',
    severity: 'error',
    why: 'A file name such as $(rm -rf ~) would be run. The file is refused whole.',
    remedy: 'Let the template stand as a word of its own, or in double quotes.',
    outranksReading: true,
    example: {
      wrong: kimi(`[[hooks.after_tool]]\ncommand = "sh -c 'wc -l {{tool_input.file_path}}'"\n`),
      right: kimi(`[[hooks.after_tool]]\ncommand = "wc -l {{tool_input.file_path}}"\n`),
    },
    file: findUnsafeTemplates,
  },
  {
    code: 'legacy-map',
    title: 'Hooks are written in the oldest form, as a map of matchers and commands.',
    severity: 'warning',
    why: 'It still works here, but takes no options: no timeout, no policy for failures. Newer agents do not read it.',
    remedy: 'Write a list of groups: [{"matcher": …, "hooks": [{"type": "command", "command": …}]}].',
    example: {
      wrong: claude(`{ "hooks": { "PostToolUse": { "Write": "true" } } }`),
      right: claude(
        `{ "hooks": { "PostToolUse": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] }] } }`,
      ),
    },
    file: findMaps,
  },
  {
    code: 'project-loosens',
    title: 'A project file tries to loosen what others have set.',
    severity: 'warning',
    why: 'Files of a project can only tighten: allow rules and overrides in them are ignored.',
    remedy: 'Put it into a file of the user, or give it in code.',
    example: {
      wrong: native(`{ "permissions": { "allow": ["Bash(ls *)"] } }`),
      right: native(`{ "permissions": { "deny": ["Bash(rm *)"] } }`),
    },
    file: findLoosening,
  },
]

function* findUnsafeTemplates(file: LintedFile): Generator<Finding> {
  if (file.dialect !== 'kimi') return
  for (const { entry, path } of listRawEntries(file)) {
    if (typeof entry['command'] !== 'string') continue
    for (const { template, why, hint } of placeTemplates(entry['command']).flaws) {
      yield {
        place: file.place([...path, 'command']),
        message: `The template ${template} stands ${why}: its value cannot arrive there as data.`,
        hint,
      }
    }
  }
}

function* findMaps(file: LintedFile): Generator<Finding> {
  const maps = listRawEntries(file).filter(({ isMap }) => isMap)
  for (const [eventName, [first]] of Map.groupBy(maps, (entry) => entry.eventName)) {
    const path = first!.path.slice(0, -1)
    yield { place: file.place(path, { key: true }), message: `${eventName} is a map of matchers and commands.` }
  }
}

function* findLoosening(file: LintedFile): Generator<Finding> {
  if (file.dialect !== 'blade' || (file.layer !== 'project' && file.layer !== 'local')) return
  const base: Path = isRecord(file.valueAt(['hooks'])) ? ['hooks'] : []
  for (const path of [
    [...base, 'permissions', 'allow'],
    [...base, 'overrides'],
  ]) {
    const value = file.valueAt(path)
    if (value === undefined || Object.keys(value as object).length === 0) continue
    const name = path.slice(base.length).join('.')
    yield { place: file.place(path, { key: true }), message: `"${name}" in a ${file.layer} file is ignored.` }
  }
}
