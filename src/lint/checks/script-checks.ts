import { type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, resolve } from 'node:path'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import { mayFixMode } from '../may-fix-mode.ts'
import type { ProgramUse } from '../shell/find-programs.ts'
import type { CodeSource } from '../shell/hook-code.ts'
import { readShebang } from '../shell/read-shebang.ts'
import { shellBuiltins } from '../shell/shell-builtins.ts'
import { listNodes, wordsOf } from '../shell/walk-tree.ts'
import { native } from './example.ts'

const observer = (command: string): string =>
  `{ "Notification": [{ "hooks": [{ "command": ${JSON.stringify(command)} }] }] }`

/** Scripts and programs that cannot run. */
export const scriptChecks: readonly LintCheck[] = [
  {
    code: 'missing-script',
    title: 'A script that a hook runs does not exist.',
    severity: 'error',
    why: 'The hook fails every time it runs. Where failures are ignored, which is the default, nothing is guarded.',
    remedy: 'Restore the script, or mend its path; relative paths start at the root of the project.',
    example: {
      wrong: native(observer('./notify.sh')),
      right: native(observer('./notify.sh'), { 'notify.sh': '#!/bin/sh\nexit 0\n' }),
    },
    hook: findMissingScripts,
  },
  {
    code: 'script-not-executable',
    title: 'A script that a hook runs is not executable.',
    severity: 'error',
    why: 'The shell answers "permission denied" and the hook fails every time.',
    remedy: 'Make it executable: chmod +x FILE. Or name its interpreter in the command.',
    fixable: true,
    example: {
      wrong: native(observer('./notify.sh'), { 'notify.sh': { text: '#!/bin/sh\nexit 0\n', mode: 0o644 } }),
      right: native(observer('./notify.sh'), { 'notify.sh': '#!/bin/sh\nexit 0\n' }),
    },
    hook: findUnexecutable,
  },
  {
    code: 'script-without-shebang',
    title: 'A script that a hook runs directly does not say what reads it.',
    severity: 'warning',
    why: 'Without a first line such as #!/bin/sh it depends on the caller whether it starts, and in which shell.',
    remedy: 'Begin the script with a line such as #!/bin/sh or #!/usr/bin/env python3.',
    example: {
      wrong: native(observer('./notify.sh'), { 'notify.sh': 'exit 0\n' }),
      right: native(observer('./notify.sh'), { 'notify.sh': '#!/bin/sh\nexit 0\n' }),
    },
    hook: findUnmarked,
  },
  {
    code: 'missing-interpreter',
    title: 'The interpreter that a script asks for is not installed.',
    severity: 'error',
    why: 'The script cannot start on this machine, so the hook fails every time.',
    remedy: 'Install the interpreter, or mend the first line of the script.',
    example: {
      wrong: native(observer('./notify.sh'), { 'notify.sh': '#!/usr/bin/env no-such-language\n' }),
      right: native(observer('./notify.sh'), { 'notify.sh': '#!/usr/bin/env sh\n' }),
    },
    hook: findMissingInterpreters,
  },
  {
    code: 'missing-program',
    title: 'A program that a hook calls is not installed.',
    severity: 'error',
    why: 'A guard that cannot run its jq finds nothing and lets everything through.',
    remedy: 'Install it, or ask `command -v` before using it.',
    example: {
      wrong: native(observer('no-such-program --quiet')),
      right: native(observer('if command -v no-such-program >/dev/null; then no-such-program --quiet; fi')),
    },
    hook: findMissingPrograms,
  },
  {
    code: 'script-after-cd',
    title: 'A relative script is run after the directory has changed.',
    severity: 'warning',
    why: 'The path is looked up where `cd` led, not at the root of the project: it breaks as soon as either moves.',
    remedy: 'Write the path from the root of the project, as in "$HOOKLINE_PROJECT_DIR/scripts/guard.sh".',
    example: {
      wrong: native(observer('cd sub && ./notify.sh'), { 'sub/notify.sh': '#!/bin/sh\nexit 0\n' }),
      right: native(observer('cd sub && "$HOOKLINE_PROJECT_DIR/sub/notify.sh"'), {
        'sub/notify.sh': '#!/bin/sh\nexit 0\n',
      }),
    },
    hook: findMoved,
  },
  {
    code: 'missing-folder',
    title: 'The folder that a hook shall run in does not exist.',
    severity: 'error',
    why: 'The hook cannot start, so it fails every time.',
    remedy: 'Mend cwd; it starts at the root of the project.',
    example: {
      wrong: native(`{ "Notification": [{ "hooks": [{ "command": "true", "cwd": "gone" }] }] }`),
      right: native(`{ "Notification": [{ "hooks": [{ "command": "true", "cwd": ".hookline" }] }] }`),
    },
    hook: findMissingFolder,
  },
]

function listScripts({ code }: LintedHook): (ProgramUse & { script: string; written: string })[] {
  return code.programs.filter(
    (use): use is ProgramUse & { script: string; written: string } =>
      use.script !== undefined && use.written !== undefined,
  )
}

function placeOf({ source, written, name }: ProgramUse): Finding['place'] {
  return source.place(Math.max(0, source.text.indexOf(written ?? name)))
}

function* findMissingScripts(linted: LintedHook): Generator<Finding> {
  for (const use of listScripts(linted)) {
    if (statOf(use.script) !== undefined || isAskedFor(use.written, use.source)) continue
    const from = isAbsolute(use.written) ? '' : ` (${use.script})`
    yield { place: placeOf(use), message: `${use.written}${from} does not exist.` }
  }
}

// Whoever tests for a file before running it has taken into account that it may be missing.
function isAskedFor(written: string, { text }: CodeSource): boolean {
  const quoted = written.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`-[efrsx]\\s+["']?(?:\\$\\{?\\w+\\}?/)?${quoted}`).test(text)
}

function* findUnexecutable(linted: LintedHook): Generator<Finding> {
  for (const use of listScripts(linted)) {
    const stats = statOf(use.script)
    if (use.interpreter !== undefined || !stats?.isFile() || (stats.mode & 0o111) !== 0) continue
    yield {
      place: placeOf(use),
      message: `${use.written} is not executable.`,
      hint: `Make it executable: chmod +x ${shown(use.script, linted)}`,
      ...(mayFixMode(use.script, linted.file) && {
        fix: { kind: 'mode', file: use.script, add: (stats.mode & 0o444) >> 2 } as const,
      }),
    }
  }
}

function shown(file: string, { file: { context } }: LintedHook): string {
  const path = relative(context.projectDir, file)
  return path.startsWith('..') ? file : path
}

function* findUnmarked(linted: LintedHook): Generator<Finding> {
  const direct = new Set(listScripts(linted).flatMap((use) => (use.interpreter === undefined ? [use.script] : [])))
  for (const source of linted.code.sources) {
    if (source.file === undefined || !direct.has(source.file) || source.text.startsWith('#!')) continue
    yield { place: source.place(0), message: 'The script has no #! line.' }
  }
}

function* findMissingInterpreters(linted: LintedHook): Generator<Finding> {
  const direct = new Set(listScripts(linted).flatMap((use) => (use.interpreter === undefined ? [use.script] : [])))
  for (const source of linted.code.sources) {
    if (source.file === undefined || !direct.has(source.file)) continue
    const shebang = readShebang(source.text)
    if (!shebang) continue
    const present = shebang.byName ? findInPath(shebang.program, linted) : statOf(shebang.path) !== undefined
    if (present) continue
    const name = shebang.byName ? shebang.program : shebang.path
    yield { place: source.place(0), message: `${name} is not installed, so the script cannot start.` }
  }
}

// Found without PATH: a session runs its own reviewer by these names.
const ownPrograms = new Set(['ccc', 'hookline'])

function* findMissingPrograms(linted: LintedHook): Generator<Finding> {
  const { sources, programs } = linted.code
  const own = new Set(sources.flatMap(listFunctions))
  const optional = new Set(sources.flatMap(listLookedFor))
  const told = new Set<string>()
  for (const use of programs) {
    const { name } = use
    if (name.includes('/') || shellBuiltins.has(name) || own.has(name) || optional.has(name) || told.has(name)) continue
    if (!/^[\w][\w.+@-]*$/.test(name) || ownPrograms.has(name) || findInPath(name, linted)) continue
    told.add(name)
    yield { place: placeOf(use), message: `${name} is not installed: it is not in the PATH of the hook.` }
  }
}

function listFunctions({ tree }: CodeSource): string[] {
  return tree ? listNodes(tree, 'Function').map(({ name }) => name.value) : []
}

const lookUps = new Set(['command', 'which', 'type', 'hash'])

function listLookedFor({ tree }: CodeSource): string[] {
  if (!tree) return []
  return listNodes(tree, 'Command').flatMap((command) => {
    const [name, ...args] = wordsOf(command)
    if (name == null || !lookUps.has(name) || (name === 'command' && !/^-[vV]$/.test(args[0] ?? ''))) return []
    return args.filter((arg): arg is string => arg !== null && !arg.startsWith('-'))
  })
}

function findInPath(program: string, { hook, file }: LintedHook): boolean {
  const { handler } = hook
  const own = handler.type === 'command' || handler.type === 'worker' ? handler.env?.['PATH'] : undefined
  const folders = (own ?? file.context.env['PATH'] ?? '/usr/local/bin:/bin:/usr/bin').split(delimiter)
  return folders.some((folder) => {
    const stats = statOf(resolve(file.context.projectDir, join(folder, program)))
    return stats?.isFile() === true && (stats.mode & 0o111) !== 0
  })
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function* findMoved(linted: LintedHook): Generator<Finding> {
  for (const use of linted.code.programs) {
    if (use.source.origin === 'script' || use.moved === undefined) continue
    if (use.written === undefined || isAbsolute(use.written)) continue
    const where = use.moved === null ? 'a folder that is known only at run time' : `"${use.moved}"`
    yield { place: placeOf(use), message: `${use.written} is looked up in ${where}, where cd led.` }
  }
}

function* findMissingFolder({ hook, file, place }: LintedHook): Generator<Finding> {
  const { handler } = hook
  if ((handler.type !== 'command' && handler.type !== 'worker') || handler.cwd === undefined) return
  if (statOf(resolve(file.context.projectDir, handler.cwd))?.isDirectory()) return
  yield { place: place('cwd'), message: `There is no folder ${handler.cwd}.` }
}
