import { describe, expect, it } from 'vitest'
import { eventDefinition, eventNames } from '../../src/protocol/event-types.ts'
import { blankComments, listStrings, readSources } from './source-files.ts'

const names = new Set<string>(eventNames.flatMap((name) => [name, ...(eventDefinition(name).aliases ?? [])]))

describe('event names', () => {
  it('are written as text only in the event table and in the name tables of dialects', () => {
    const found = readSources().flatMap((source) =>
      writtenNames(source.text).map((name) => ({ path: source.path, name })),
    )
    const atHome = found.filter(({ path }) => isHome(path))
    expect(new Set(atHome.map(({ name }) => name))).toEqual(names)
    expect(found.filter(({ path }) => !isHome(path))).toEqual([])
  })

  it('are found in every kind of quotes and as keys, not in comments and not inside longer texts', () => {
    const text = [
      "const a = 'PreToolUse' // 'Stop'",
      'const b = "PostToolUse"',
      'const c = `SessionEnd`',
      'const d = { Stop: 1, HookEvent: HookEvent.TurnEnd }',
      "/* 'TurnStart' */ const e = 'such as \"Notification\"'",
      'const f = /[`"]/.test(a) || "TaskCompleted"',
    ].join('\n')
    expect(writtenNames(text).sort()).toEqual(['PostToolUse', 'PreToolUse', 'SessionEnd', 'Stop', 'TaskCompleted'])
  })
})

function isHome(path: string): boolean {
  return path.startsWith('protocol/events/') || /^dialects\/[^/]+\/names\.ts$/.test(path)
}

function writtenNames(text: string): string[] {
  const keys = [...blankComments(text).matchAll(/[{,]\s*(?<name>[A-Z][A-Za-z]+)\s*:/g)].map(
    (match) => match.groups!['name']!,
  )
  return [...listStrings(text), ...keys].filter((name) => names.has(name))
}
