import type { LintedHook } from './linted-hook.ts'
import { findAnswers } from './shell/find-answers.ts'
import { shellBuiltins } from './shell/shell-builtins.ts'

/** Whether a hook may want to block: its code says so, or cannot be read. */
export function mayBlock({ code, hook }: LintedHook): boolean {
  if (hook.samples.mustDeny.length > 0 || code.sources.length === 0) return true
  if (code.sources.some(({ text }) => writesDecision(text) || /\bexit(?:Code)?\s*[(=]?\s*2\b/.test(text))) return true
  const read = new Set(code.sources.map(({ file }) => file))
  return code.programs.some(({ name, script }) =>
    script === undefined ? !shellBuiltins.has(name) && !bystanders.has(name) : !read.has(script),
  )
}

/** Whether a text spells out a decision, or speaks of one. */
export function writesDecision(text: string): boolean {
  return findAnswers({ text }).some(({ field }) => field !== 'hookEventName') || /\b(?:deny|block)/i.test(text)
}

// Programs that report, move text or call others, but have no answer of their own to give.
const bystanders: ReadonlySet<string> = new Set(
  `awk basename black cat chmod cp curl cut date dirname env eslint find git gofmt grep head jq ls logger make mkdir mktemp mv node
  notify-send npm npx osascript pnpm prettier printenv python python3 rm ruff sed seq sh bash sleep sort tail tee timeout touch tr
  uniq wc wget which xargs yarn`.split(/\s+/),
)
