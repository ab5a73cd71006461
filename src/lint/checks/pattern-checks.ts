import { findBackwardConstruct } from '../../match/scan-pattern.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { listRawEntries } from '../raw-entries.ts'
import { claude, kimi } from './example.ts'

const settings = (matcher: string): string =>
  `{ "hooks": { "PostToolUse": [{ "matcher": ${JSON.stringify(matcher)}, "hooks": [{ "type": "command", "command": "true" }] }] } }`

const table = (pattern: string): string =>
  `[[hooks.after_tool]]\nmatcher = { tool = "Shell", pattern = '${pattern}' }\ncommand = "true"\n`

/** Patterns in other agents' files that cost or surprise. */
export const patternChecks: readonly LintCheck[] = [
  {
    code: 'backtracking-pattern',
    title: 'A pattern repeats what is repeated already.',
    severity: 'warning',
    why: 'Hookline runs it in linear time, but the agent the file is for may hang on it: (a+)+ takes minutes for thirty letters.',
    remedy: 'Write the pattern without a repetition inside a repetition.',
    example: { wrong: kimi(table('(rm\\s+)+$')), right: kimi(table('rm\\s')) },
    file: findNestedRepetitions,
  },
  {
    code: 'look-around-pattern',
    title: 'A pattern needs look-around or a back-reference.',
    severity: 'warning',
    why: 'Such a pattern runs under a cut-off of 20 ms, and what takes longer counts as a match.',
    remedy: 'Write it without; several hooks, or a check in the script, can take its place.',
    example: { wrong: claude(settings('^(?!Read)')), right: claude(settings('^(Write|Edit)')) },
    file: findLookAround,
  },
]

function listPatterns(file: LintedFile): { pattern: string; path: Path }[] {
  if (file.dialect === 'blade') return []
  const all = listRawEntries(file).flatMap(({ matcher, matcherPath }) => {
    if (typeof matcher === 'string') return [{ pattern: matcher, path: matcherPath }]
    if (!isRecord(matcher)) return []
    return ['tool', 'pattern'].flatMap((key) => {
      const pattern = matcher[key]
      return typeof pattern === 'string' ? [{ pattern, path: [...matcherPath, key] }] : []
    })
  })
  return [...new Map(all.map((found) => [found.path.join(), found])).values()]
}

function* findNestedRepetitions(file: LintedFile): Generator<Finding> {
  for (const { pattern, path } of listPatterns(file)) {
    const at = findNestedRepetition(pattern)
    if (at === undefined) continue
    yield { place: file.place(path), message: `A repetition inside a repetition at position ${at} of the pattern.` }
  }
}

// An escape, a bracket expression, the start of a group, its end with an endless repetition, an endless repetition.
const token =
  /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?[:=!]|\?<[=!]|\?P?<\w+>)?|\)(?<repeat>[+*]|\{\d+,\})?|(?<own>[+*]|\{\d+,\})/g

/** Offset of a group that repeats without end and holds something that does so itself. */
function findNestedRepetition(pattern: string): number | undefined {
  const open: { at: number; repeats: boolean }[] = []
  for (const { 0: text, index, groups } of pattern.matchAll(token)) {
    if (text.startsWith('(')) open.push({ at: index, repeats: false })
    else if (groups?.['own'] !== undefined) for (const group of open) group.repeats = true
    else if (text.startsWith(')')) {
      const group = open.pop()
      if (group?.repeats && groups?.['repeat'] !== undefined) return group.at
      if (groups?.['repeat'] !== undefined) for (const outer of open) outer.repeats = true
    }
  }
  return undefined
}

function* findLookAround(file: LintedFile): Generator<Finding> {
  for (const { pattern, path } of listPatterns(file)) {
    const flaw = findBackwardConstruct(pattern)
    if (flaw) yield { place: file.place(path), message: `The pattern needs a backtracking engine: ${flaw.message}.` }
  }
}
