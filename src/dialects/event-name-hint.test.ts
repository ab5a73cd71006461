import { describe, expect, it } from 'vitest'
import { bladeEvents } from './blade/names.ts'
import { claudeEvents } from './claude/names.ts'
import { findEvent, nearestEventName } from './event-name-hint.ts'
import { kimiEvents } from './kimi/names.ts'

describe('nearestEventName', () => {
  it.each([
    ['before_tool', bladeEvents, 'PreToolUse'],
    ['before_tool', claudeEvents, 'PreToolUse'],
    ['Compaction', claudeEvents, 'PreCompact'],
    ['PreToolUse', kimiEvents, 'before_tool'],
    ['UserPromptSubmit', kimiEvents, undefined],
    ['pretooluse', bladeEvents, 'PreToolUse'],
    ['PostTooluse', bladeEvents, 'PostToolUse'],
    ['before_tols', kimiEvents, 'before_tool'],
    ['zzz', bladeEvents, undefined],
  ])('of %s', (name, known, expected) => {
    expect(nearestEventName(name, known)).toBe(expected)
  })
})

describe('findEvent', () => {
  it('X7 knows one event under the names of every dialect', () => {
    expect(['Compaction', 'PreCompact', 'pre_compact'].map(findEvent)).toEqual([
      'Compaction',
      'Compaction',
      'Compaction',
    ])
    expect(['TurnStart', 'TurnStarted', 'before_agent'].map(findEvent)).toEqual(['TurnStart', 'TurnStart', 'TurnStart'])
    expect(findEvent('constructor')).toBeUndefined()
  })
})
