import { describe, expect, expectTypeOf, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { mintApproval } from '../../../hooks/approval.ts'
import { defineTool } from './define-tool.ts'
import type { StandardSchema } from './standard-schema.ts'

const weather = {
  name: 'weather',
  description: 'Tells the weather.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } },
    required: ['city'],
  },
}

/** Doubles a number, as a schema of a library would: it reads text, and knows no other keys. */
function doubling(options: { later?: boolean; written?: boolean } = {}): StandardSchema<{ n: string }, { n: number }> {
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate(value) {
        const { n } = value as { n?: unknown }
        const result =
          typeof n === 'string' ? { value: { n: Number(n) * 2 } } : { issues: [{ message: 'no text', path: ['n'] }] }
        return options.later ? Promise.resolve(result) : result
      },
      jsonSchema: options.written
        ? { input: () => ({ type: 'object', properties: { n: { type: 'string' } } }) }
        : undefined,
    },
  }
}

describe('a tool with a JSON Schema', () => {
  it('runs with its input and gives its output', async () => {
    const tool = defineTool({
      ...weather,
      kind: 'readonly',
      run: ({ city }) => ({ content: `Sun in ${String(city)}.` }),
    })
    const output = await openTools().call(tool, { city: 'Köln' })
    expect([output, tool.toText(output), tool.kind]).toEqual([{ content: 'Sun in Köln.' }, 'Sun in Köln.', 'readonly'])
  })

  it.each([
    [{}, 'city is missing'],
    [{ city: 1 }, 'city must be text, not 1'],
    [{ city: 'a', days: 0 }, 'days must be at least 1, not 0'],
    [{ city: 'a', day: 1 }, 'there is no parameter day'],
  ])('refuses %j', (input, problem) => {
    const tool = defineTool({ ...weather, run: () => 'never' })
    expect(tool.check(input)).toBe(problem)
    expect(tool.inputSchema).toEqual({ ...weather.inputSchema, additionalProperties: false })
  })

  it('takes other keys when its schema says so', () => {
    const inputSchema = { ...weather.inputSchema, additionalProperties: true }
    expect(defineTool({ ...weather, inputSchema, run: () => 1 }).check({ city: 'a', day: 1 })).toBeUndefined()
  })
})

describe('a tool with a Standard Schema', () => {
  it.each([[{}], [{ later: true }]])('runs with what the schema makes of its input: %j', async (options) => {
    const tool = defineTool({
      name: 'double',
      description: 'Doubles.',
      inputSchema: doubling(options),
      run(input) {
        expectTypeOf(input).toEqualTypeOf<{ n: number }>()
        return input.n
      },
    })
    expect(await openTools().call(tool, { n: '21' })).toBe(42)
    expect([tool.kind, tool.toText(42), tool.inputSchema]).toEqual(['execute', '42', { type: 'object' }])
  })

  it('is checked before it runs, by a schema that answers later just before', async () => {
    let runs = 0
    const run = () => ++runs
    const now = defineTool({ name: 'a', description: '', inputSchema: doubling(), run })
    const later = defineTool({ name: 'b', description: '', inputSchema: doubling({ later: true }), run })
    expect(now.check({ n: 1 })).toBe('n: no text')
    expect(later.check({ n: 1 })).toBeUndefined()
    await expect(openTools().call(later, { n: 1 })).rejects.toThrow('n: no text')
    expect(runs).toBe(0)
  })

  it('refuses keys that the schema does not name, where it can be told', () => {
    const options = { name: 'a', description: '', run: () => 1 }
    const self = defineTool({ ...options, inputSchema: doubling({ written: true }) })
    const given = defineTool({ ...options, inputSchema: doubling(), jsonSchema: { properties: { n: {} } } })
    for (const tool of [self, given]) expect(tool.check({ n: '1', m: 1 })).toBe('there is no parameter m')
    expect(self.check({ n: '1' })).toBeUndefined()
  })

  it('refuses every input when its schema throws', () => {
    const validate = () => {
      throw new Error('broken')
    }
    const inputSchema: StandardSchema = { '~standard': { version: 1, vendor: 'test', validate } }
    expect(defineTool({ name: 'a', description: '', inputSchema, run: () => 1 }).check({})).toBe(
      'it cannot be checked: broken',
    )
  })
})

describe('every tool of a host', () => {
  it('gives plain data, whatever it returns', async () => {
    const given = [undefined, new Date(0), { when: new Date(0), gone: undefined }, 'text', () => 1]
    const outputs = []
    for (const value of given) {
      const tool = defineTool({ ...weather, run: async () => value })
      outputs.push(await openTools().call(tool, { city: 'a' }))
    }
    expect(outputs).toEqual([null, '1970-01-01T00:00:00.000Z', { when: '1970-01-01T00:00:00.000Z' }, 'text', null])
  })

  it('runs only with the approval for its very input', async () => {
    const tool = defineTool({ ...weather, run: () => 'ran' })
    const approval = mintApproval('weather', { city: 'a' })
    const context = { approval, signal: new AbortController().signal } as unknown as Parameters<typeof tool.run>[1]
    await expect(tool.run({ city: 'b' }, context)).rejects.toThrow('with another input')
    expect(await tool.run({ city: 'a' }, context)).toBe('ran')
    await expect(tool.run({ city: 'a' }, context)).rejects.toThrow('was used before')
  })

  it('names the paths it touches and writes its own text', () => {
    const tool = defineTool({
      ...weather,
      affectedPaths: ({ city }, cwd) => [`${cwd}/${String(city)}`],
      run: () => 1,
      toText: (output) => `<${String(output)}>`,
    })
    expect([tool.affectedPaths({ city: 'x' }, '/w'), tool.toText(7)]).toEqual([['/w/x'], '<7>'])
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(65)])('needs a name that models accept: "%s"', (name) => {
    expect(() => defineTool({ ...weather, name, run: () => 1 })).toThrow('is no name for a tool')
  })
})
