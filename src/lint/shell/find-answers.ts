import { decisionWords } from '../../protocol/decision.ts'
import type { CodeSource } from './hook-code.ts'

/** A field of an answer that a piece of code spells out. */
export interface WrittenAnswer {
  field: 'hookEventName' | 'permissionDecision' | 'decision' | 'behavior'
  value: string
  offset: number
}

// As JSON, inside a shell string with escaped quotes, as a jq or JavaScript object, as a Python dictionary.
const answerField =
  /(?<![\w.$-])(?:\\?["'])?(?<field>hookEventName|permissionDecision|decision|behavior)(?:\\?["'])?\s*:\s*\\?["'](?<value>[^"'\\\n$]*)\\?["']/g

/** Every answer that stands literally in a piece of code. Answers that are put together at run time are not seen. */
export function findAnswers({ text }: Pick<CodeSource, 'text'>): WrittenAnswer[] {
  return Array.from(text.matchAll(answerField), ({ groups, index }) => ({
    field: groups!['field'] as WrittenAnswer['field'],
    value: groups!['value']!,
    offset: index,
  }))
}

/** Whether an answer of the code refuses something. */
export function writesDeny(source: Pick<CodeSource, 'text'>): boolean {
  return findAnswers(source).some(
    ({ field, value }) => field !== 'hookEventName' && decisionWords[value.toLowerCase()] === 'deny',
  )
}
