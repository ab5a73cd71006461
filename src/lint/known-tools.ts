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
