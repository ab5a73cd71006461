import { findScript } from '../../handlers/command/interpreters.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import { findStdinReaders } from '../shell/find-stdin-readers.ts'
import type { CodeSource } from '../shell/hook-code.ts'
import { native } from './example.ts'

const observer = `{ "PostToolUse": [{ "matcher": "Write", "hooks": [{ "command": "./format.sh" }] }] }`

/** Scripts that look for an event that has been read already. */
export const stdinChecks: readonly LintCheck[] = [
  {
    code: 'stdin-read-twice',
    title: 'The event on stdin is read a second time.',
    severity: 'error',
    why: 'The first reader takes it all; the second gets nothing, so its value is empty and the check behind it finds nothing.',
    remedy: 'Keep a copy, as in event=$(cat), and give it to every reader: printf %s "$event" | jq -r .tool_name',
    example: {
      wrong: native(observer, {
        'format.sh': '#!/bin/sh\ntool=$(cat | cut -c1-9)\nfile=$(cat)\necho "$tool $file"\n',
      }),
      right: native(observer, {
        'format.sh': '#!/bin/sh\nevent=$(cat)\ntool=$(printf %s "$event" | cut -c1-9)\necho "$tool $event"\n',
      }),
    },
    hook: findSecondReaders,
  },
]

function* findSecondReaders({ code }: LintedHook): Generator<Finding> {
  const scripts = code.sources.filter(({ origin }) => origin === 'script')
  for (const source of code.sources) {
    if (!source.tree) continue
    const readsAsScript = source.origin === 'command' ? (words: Words) => readsInScript(words, scripts) : undefined
    const [first, second] = findStdinReaders(source.tree, readsAsScript)
    if (!first || !second) continue
    const line = source.origin === 'script' ? ` in line ${source.place(first.offset).line}` : ''
    yield {
      place: source.place(second.offset),
      message: `${second.program} reads stdin, but ${first.program}${line} has taken all of it.`,
    }
  }
}

type Words = readonly (string | null)[]

function readsInScript(words: Words, scripts: readonly CodeSource[]): boolean {
  const written = words[0]?.includes('/') ? words[0] : findScript(words)?.script
  const name = written?.split('/').at(-1)
  if (name === undefined) return false
  const script = scripts.find(({ file }) => file?.endsWith(`/${name}`))
  if (!script) return false
  if (script.tree) return findStdinReaders(script.tree).length > 0
  return /stdin|\binput\(|readFileSync\(0/.test(script.text)
}
