import { nearestName } from '../base/names.ts'
import { nativeToolName } from '../match/index.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { knownTools } from '../protocol/known-tools.ts'

/** Names that a matcher may mean; one that takes none of them is suspicious. */
const names: readonly string[] = knownTools.map(({ name }) => name)

/** Further tools that only Kimi has. */
const kimiTools: readonly string[] = [
  'Shell',
  'ReadFile',
  'ReadMediaFile',
  'WriteFile',
  'StrReplaceFile',
  'SearchWeb',
  'FetchURL',
  'Think',
  'SetTodoList',
  'CreateSubagent',
  'SendDMail',
  'TaskInput',
]

/** The names under which tools are known to hooks of a dialect. */
export function listKnownTools(dialect: DialectName): readonly string[] {
  return dialect === 'kimi' || dialect === 'kimi-official' ? [...names, ...kimiTools] : names
}

/** The tool that was meant by a name that is nearly one; undefined when the name is known, or near to none. */
export function meantTool(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name) || known.includes(nativeToolName(name)) || name.startsWith('mcp__')) return undefined
  const sameLetters = known.find((tool) => tool.toLowerCase() === name.toLowerCase())
  // Short names are near to everything: there only the case tells a misspelling.
  return sameLetters ?? (name.length < 4 ? undefined : nearestName(name, known))
}
