import { type Stats, statSync } from 'node:fs'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { native } from './example.ts'

const observer = `{ "Notification": [{ "hooks": [{ "command": "./notify.sh" }] }] }`
const text = '#!/bin/sh\nexit 0\n'

/** Files that others may write. */
export const modeChecks: readonly LintCheck[] = [
  {
    code: 'world-writable',
    title: 'Everyone may write to a configuration file or a script.',
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

function* findWritable(file: LintedFile, bit: number, who: string): Generator<Finding> {
  const scripts = file.hooks.flatMap(({ code }) => code.sources.flatMap((source) => source.file ?? []))
  for (const path of new Set([file.file, ...scripts])) {
    const mode = statOf(path)?.mode ?? 0
    if ((mode & bit) === 0) continue
    yield {
      place: { file: path },
      message: `The file may be changed by ${who} (mode ${(mode & 0o777).toString(8)}).`,
      hint: `Run: chmod ${bit === 0o002 ? 'o' : 'g'}-w ${path}`,
      fix: { kind: 'mode', file: path, remove: bit },
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
