import { describe, type Path } from '../protocol/schema/check.ts'
import type { ReadingNotes } from './reading-notes.ts'

/** Whether a text says anything that can be run or asked; a blank one and one with a NUL character are refused. */
export function checkText(text: string, path: Path, notes: ReadingNotes): boolean {
  if (text.trim() === '') {
    notes.refuseValue(path, { found: describe(text), expected: 'text that is not blank' })
    return false
  }
  if (text.includes('\0')) {
    notes.refuseValue(path, { found: 'a NUL character', expected: 'text that a process can be started with' })
    return false
  }
  return true
}

/** Whether a text is an http or https address; anything else is refused. */
export function checkUrl(text: string, path: Path, notes: ReadingNotes): boolean {
  const protocol = URL.parse(text)?.protocol
  if (protocol === 'http:' || protocol === 'https:') return true
  notes.refuseValue(path, { found: describe(text), expected: 'an address that begins with http:// or https://' })
  return false
}
