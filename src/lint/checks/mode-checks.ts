import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { mayFixMode } from '../may-fix-mode.ts'
import { native } from './example.ts'

const observer = `{ "Notification": [{ "hooks": [{ "command": "./notify.sh" }] }] }`
const text = '#!/bin/sh\nexit 0\n'

/** Files that others may write. */
export const modeChecks: readonly LintCheck[] = [
  {
    code: 'world-writable',
    title: 'Everyone may write to a configuration file, a script, or the folder of one.',
    severity: 'error',
    why: 'Whoever may write a hook may run commands as the person who uses it.',
    remedy: 'Take the right away: chmod o-w FILE',
    fixable: true,
    outranksReading: true,
    example: {
      wrong: native(observer, { 'notify.sh': { text, mode: 0o757 } }),
      right: native(observer, { 'notify.sh': { text, mode: 0o755 } }),
    },
    file: (file) => findWritable(file, 0o002, 'everyone'),
  },
  {
    code: 'group-writable',
    title: 'A group may write to a configuration file or a script.',
    severity: 'warning',
    why: 'Everyone in the group may run commands as the person who uses the hook.',
    remedy: 'Take the right away: chmod g-w FILE',
    fixable: true,
    example: {
      wrong: native(observer, { 'notify.sh': { text, mode: 0o775 } }),
      right: native(observer, { 'notify.sh': { text, mode: 0o755 } }),
    },
    file: (file) => findWritable(file, 0o020, 'the group'),
  },
]

/** In such a folder only the owner of a file may replace it. */
const sticky = 0o1000

function* findWritable(file: LintedFile, bit: number, who: string): Generator<Finding> {
  const scripts = file.hooks.flatMap(({ code }) => code.sources.flatMap((source) => source.file ?? []))
  const files = [file.file, ...scripts]
  // Who may write to the folder may put another file in place of this one; for the group that is a matter of the folder alone.
  const folders = bit === 0o002 ? files.map((path) => dirname(path)) : []
  for (const path of new Set([...files, ...folders])) {
    const stats = statOf(path)
    const mode = stats?.mode ?? 0
    if (stats === undefined || (mode & bit) === 0 || (stats.isDirectory() && (mode & sticky) !== 0)) continue
    const what = stats.isDirectory() ? 'folder' : 'file'
    yield {
      place: { file: path },
      message: `The ${what} may be changed by ${who} (mode ${(mode & 0o777).toString(8)}).`,
      hint: `Run: chmod ${bit === 0o002 ? 'o' : 'g'}-w ${path}`,
      ...(mayFixMode(path, file) && { fix: { kind: 'mode', file: path, remove: bit } as const }),
    }
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
