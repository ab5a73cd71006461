import type { ErrorCode } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { findEvent } from '../../dialects/index.ts'
import type { Fix } from '../fix.ts'
import type { LintCheck, ToldByReading } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { claude, native } from './example.ts'

const isProblem =
  (...codes: ErrorCode[]) =>
  ({ kind, error }: ToldByReading): boolean =>
    kind === 'problem' && codes.includes(error.code)

/** What reading a file complains about, under codes of its own. */
export const readingChecks: readonly LintCheck[] = [
  {
    code: 'config-syntax',
    title: 'The file is not valid JSON, JSONC or TOML.',
    severity: 'error',
    why: 'A file that cannot be understood is refused whole: none of its guards is in force.',
    remedy: 'Mend the text at the given place.',
    example: {
      wrong: native('{ "Stop": [ }'),
      right: native('{ "Stop": [] }'),
    },
    claims: isProblem('CONFIG_SYNTAX'),
  },
  {
    code: 'config-unreadable',
    title: 'The file cannot be read.',
    severity: 'error',
    why: 'Nothing of it is in force.',
    remedy: 'Point at a regular UTF-8 file of at most 4 MiB that this user may read.',
    example: {
      wrong: { '.hookline/hooks.json/nested.txt': 'a folder stands where the file should' },
      right: native('{}'),
    },
    claims: isProblem('CONFIG_NOT_FOUND', 'CONFIG_UNREADABLE'),
  },
  {
    code: 'unknown-key',
    title: 'A hooks section has a key that nobody knows.',
    severity: 'error',
    why: 'A misspelt key is no setting, and a misspelt event guards nothing; the file is refused whole.',
    remedy: 'Use the nearest valid name, or remove the key.',
    fixable: true,
    example: {
      wrong: native(`{ "Stop": [{ "hooks": [{ "command": "true", "timout": 10 }] }] }`),
      right: native(`{ "Stop": [{ "hooks": [{ "command": "true", "timeout": 10 }] }] }`),
    },
    claims: isProblem('CONFIG_UNKNOWN_KEY'),
    mend: renameKey,
  },
  {
    code: 'invalid-pattern',
    title: 'A matcher, pattern or permission rule cannot be compiled.',
    severity: 'error',
    why: 'The file is refused whole, because a guard must not be dropped silently.',
    remedy: 'Mend the pattern at the given position.',
    example: {
      wrong: native(`{ "PreToolUse": [{ "matcher": "Bash(", "hooks": [{ "command": "true" }] }] }`),
      right: native(`{ "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "command": "true" }] }] }`),
    },
    claims: isProblem('CONFIG_INVALID_PATTERN'),
  },
  {
    code: 'invalid-value',
    title: 'A value has the wrong type or is out of range.',
    severity: 'error',
    why: 'The file is refused whole, because what its author meant is not known.',
    remedy: 'Use a value of the kind that was expected.',
    example: {
      wrong: native(`{ "maxConcurrentHooks": "five" }`),
      right: native(`{ "maxConcurrentHooks": 5 }`),
    },
    claims: ({ kind }) => kind === 'problem',
  },
  {
    code: 'unhosted-event',
    title: 'The event is one of another agent that Hookline does not host.',
    severity: 'warning',
    why: 'Its hooks never run here.',
    remedy: 'Run `hookline events` for the events that are hosted.',
    example: {
      wrong: claude(`{ "hooks": { "WorktreeCreate": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }`),
      right: claude(`{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }`),
    },
    claims: ({ kind, error }) => kind === 'notice' && error.code === 'EVENT_UNKNOWN',
  },
  {
    code: 'code-not-run',
    title: 'The file is code that a project brought along.',
    severity: 'warning',
    why: 'Code of a project is never run because it is there; its hooks are not in force.',
    remedy: 'Write its hooks as JSON or TOML, or name the file yourself.',
    example: {
      wrong: { '.hookline/hooks.ts': 'export default {}\n' },
      right: native('{}'),
    },
    claims: ({ kind, error }) => kind === 'notice' && error.code === 'CONFIG_UNREADABLE',
  },
  {
    code: 'no-effect',
    title: 'Something that is written has no effect.',
    severity: 'warning',
    why: 'It is kept for another agent or by mistake; nothing here acts on it.',
    remedy: 'Remove it, or leave it for the agent that understands it.',
    example: {
      wrong: claude(
        `{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "true", "rewakeMessage": "x" }] }] } }`,
      ),
      right: claude(`{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }`),
    },
    claims: ({ kind }) => kind === 'notice',
  },
]

// Renamed only where one name is nearer than all others and is not there already.
function renameKey({ error }: ToldByReading, file: LintedFile): Fix | undefined {
  const path = file.findPath(error.place.path)
  const name = /Did you mean "(?<name>[^"]+)"/.exec(error.hint)?.groups?.['name']
  const key = path?.at(-1)
  if (path === undefined || name === undefined || typeof key !== 'string') return undefined
  if (file.valueAt([...path.slice(0, -1), name]) !== undefined || !isOneSlip(key, name)) return undefined
  const valid = /Valid here: (?<names>.+?)\.?$/.exec(error.hint)?.groups?.['names']?.split(', ') ?? []
  const second = nearestName(
    key,
    valid.filter((other) => other !== name),
  )
  if (second !== undefined && nearestName(key, [second, name]) !== name) return undefined
  return { kind: 'rename', file: file.file, path, name }
}

// Letters left out, doubled, swapped or wrong stand together; a name of another dialect or case is meant whatever its letters.
function isOneSlip(written: string, meant: string): boolean {
  const fold = (name: string): string => name.replace(/[_-]/g, '').toLowerCase()
  const [a, b] = [fold(written), fold(meant)]
  if (findEvent(written) !== undefined) return true
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end <= 2
}
