import { describe, expect, it } from 'vitest'
import { joinPermissions, tightenPermissions } from './session-permissions.ts'

describe('tightenPermissions', () => {
  it('adds what forbids and asks, drops what allows, and the other way round waits', () => {
    const current = { allow: ['A', 'B'], ask: ['C'], deny: ['D'] }
    const next = { allow: ['B', 'X'], ask: ['Y'], deny: ['Z'] }
    expect(tightenPermissions(current, next)).toEqual({ allow: ['B'], ask: ['C', 'Y'], deny: ['D', 'Z'] })
  })
})

describe('joinPermissions', () => {
  it('puts the rules of the session behind those of the configuration', () => {
    const rules = joinPermissions({ allow: ['Read'], ask: [], deny: [] }, { allow: ['Write'], deny: ['Bash'] })
    const texts = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text)
    expect([texts(rules.allow), texts(rules.ask), texts(rules.deny)]).toEqual([['Read', 'Write'], [], ['Bash']])
  })
})
