import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toKebabCase } from '../base/names.ts'
import { eventDefinition, eventNames, HookEvent, hasPower, isEventName } from './event-types.ts'

const folder = resolve(dirname(fileURLToPath(import.meta.url)), 'events')

describe('the event table', () => {
  it('holds every file of its folder, in the order of a session’s life', () => {
    const files = readdirSync(folder).filter(
      (name) => name !== 'index.ts' && name !== 'names.ts' && !name.endsWith('.test.ts'),
    )
    expect(files.sort()).toEqual(eventNames.map((name) => `${toKebabCase(name)}.ts`).sort())
    const positions = eventNames.map((name) => eventDefinition(name).position)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(eventNames[0]).toBe('SessionStart')
    expect(eventNames.at(-1)).toBe('SessionEnd')
  })

  it.each(eventNames)('describes %s without contradiction', (name) => {
    const event = eventDefinition(name)
    expect(event.name).toBe(name)
    expect(event.matches === null || Object.hasOwn(event.input, event.matches)).toBe(true)
    expect(event.blocked !== undefined).toBe(event.powers.includes('block'))
    const answers = new Set(
      Object.values(event.output).map(({ means }) => (typeof means === 'object' ? 'block' : means)),
    )
    expect(answers.has('context')).toBe(event.powers.includes('context'))
    expect(answers.has('env')).toBe(event.powers.includes('env'))
    expect(answers.has('input')).toBe(event.powers.includes('rewriteInput'))
    expect(answers.has('output')).toBe(event.powers.includes('rewriteOutput'))
    expect(answers.has('prompt')).toBe(event.powers.includes('rewritePrompt'))
    expect(answers.has('decision') || answers.has('block')).toBe(event.powers.includes('block'))
    for (const target of Object.values(event.callbackNames ?? {})) expect(Object.hasOwn(event.input, target)).toBe(true)
  })

  it('gives no name twice, aliases included', () => {
    const names = eventNames.flatMap((name) => [name, ...(eventDefinition(name).aliases ?? [])])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('HookEvent', () => {
  it('holds every event under its own name and cannot be changed', () => {
    expect(Object.entries(HookEvent)).toEqual(eventNames.map((name) => [name, name]))
    expect(Object.isFrozen(HookEvent)).toBe(true)
  })

  it('is told from other words', () => {
    expect(isEventName('PreToolUse')).toBe(true)
    expect(['preToolUse', 'toString', '__proto__', ''].filter(isEventName)).toEqual([])
  })

  it('has powers by the table', () => {
    expect(hasPower('PreToolUse', 'ask')).toBe(true)
    expect(hasPower('SessionEnd', 'block')).toBe(false)
  })
})
