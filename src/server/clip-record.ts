import type { Clip } from './page-types.ts'

/** How much of a value is shown before somebody asks for all of it. */
export interface ClipLimits {
  /** Characters of one text. */
  text: number
  /** Characters of everything together. */
  total: number
}

/** What a page shows of one firing, and what an export carries. */
export const shownLimits: ClipLimits = { text: 16_384, total: 1_048_576 }

/**
 * A copy of a value with long texts cut to their beginning and, once the total is used up, whatever follows left out; every
 * cut is named. The value itself is not changed.
 */
export function clipValue<T>(
  value: T,
  record: number,
  limits: ClipLimits = shownLimits,
): { value: T; clips: Clip[]; characters: number } {
  const clips: Clip[] = []
  let left = limits.total
  const copy = clip(value, [])
  return { value: copy as T, clips, characters: limits.total - left }

  function clip(part: unknown, path: (string | number)[]): unknown {
    if (typeof part === 'string') return clipText(part, path)
    if (Array.isArray(part)) return clipList(part, path)
    if (typeof part === 'object' && part !== null) return clipFields(part as Record<string, unknown>, path)
    left -= 8
    return part
  }

  function clipText(text: string, path: (string | number)[]): string {
    const room = Math.max(0, Math.min(limits.text, left))
    left -= Math.min(text.length, room)
    if (text.length <= room) return text
    clips.push({ record, path, characters: text.length })
    return text.slice(0, endOfCharacter(text, room))
  }

  function clipList(list: readonly unknown[], path: (string | number)[]): unknown[] {
    const kept: unknown[] = []
    for (const [index, item] of list.entries()) {
      if (left <= 0) {
        clips.push({ record, path, characters: JSON.stringify(list).length })
        break
      }
      kept.push(clip(item, [...path, index]))
    }
    return kept
  }

  function clipFields(fields: Record<string, unknown>, path: (string | number)[]): Record<string, unknown> {
    const kept: [string, unknown][] = []
    for (const [name, item] of Object.entries(fields)) {
      if (left <= 0) {
        clips.push({ record, path, characters: JSON.stringify(fields).length })
        break
      }
      left -= name.length
      kept.push([name, clip(item, [...path, name])])
    }
    return Object.fromEntries(kept)
  }
}

// A cut between the two halves of a character would leave half of one.
function endOfCharacter(text: string, end: number): number {
  const last = text.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}

/** What lies at a path of a value, as text: a text itself, anything else as JSON; undefined when there is nothing. */
export function textAt(value: unknown, path: readonly (string | number)[]): string | undefined {
  let part = value
  for (const key of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return undefined
    part = (part as Record<string | number, unknown>)[key]
  }
  return typeof part === 'string' ? part : JSON.stringify(part, null, 2)
}
