import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJsonSchema } from '../../../test/setup/check-json-schema.ts'
import { checkField } from './check.ts'
import {
  anyObject,
  callable,
  count,
  either,
  type Field,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  variantsBy,
} from './field.ts'
import { fieldToJsonSchema, shapeToJsonSchema } from './json-schema.ts'

const about = 'A field.'

describe('the JSON Schema of a shape', () => {
  it('lists fields, what is required, and nothing else', () => {
    expect(shapeToJsonSchema({ toolName: text('Name.'), once: optional(flag('Once.')) })).toEqual({
      type: 'object',
      properties: {
        toolName: { type: 'string', description: 'Name.' },
        once: { type: 'boolean', description: 'Once.' },
      },
      required: ['toolName'],
      additionalProperties: false,
    })
  })

  it('may rename fields and be open', () => {
    const schema = shapeToJsonSchema({ a: text(about) }, { rename: (name) => `${name}_`, open: true })
    expect(schema).toEqual({
      type: 'object',
      properties: { a_: { type: 'string', description: about } },
      required: ['a_'],
      additionalProperties: true,
    })
  })

  it('leaves out what no file can hold', () => {
    expect(shapeToJsonSchema({ run: callable(about) })).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
    const variants = variantsBy('type', 'a', {
      a: { type: optional(oneOf(['a'], about)) },
      code: { type: oneOf(['code'], about), run: callable(about) },
    })
    expect((fieldToJsonSchema(variants)['anyOf'] as unknown[]).length).toBe(1)
    expect(fieldToJsonSchema(either([text(about), callable(about)], about))['anyOf']).toEqual([
      { type: 'string', description: about },
    ])
  })
})

describe('a field and its JSON Schema', () => {
  const field: Field = objectOf(
    {
      name: text(about),
      size: optional(count(about, { max: 3 })),
      mode: optional(oneOf(['a', 'b'], about)),
      more: optional(orNull(listOf(either([flag(about), recordOf(text(about), about)], about), about, 1))),
      rest: optional(anyObject(about)),
    },
    about,
  )
  const value = fc.record(
    {
      name: fc.oneof(fc.string(), fc.integer()),
      size: fc.oneof(fc.integer({ min: -1, max: 4 }), fc.constant(1.5)),
      mode: fc.constantFrom('a', 'b', 'c', 1),
      more: fc.oneof(fc.constant(null), fc.array(fc.oneof(fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue())))),
      rest: fc.jsonValue(),
      other: fc.constant(1),
    },
    { requiredKeys: [] },
  )

  it('judge every JSON value alike', () => {
    const schema = fieldToJsonSchema(field)
    const verdicts = new Set<boolean>()
    fc.assert(
      fc.property(value, (given) => {
        const plain: unknown = JSON.parse(JSON.stringify(given))
        const fits = checkField(field, plain).length === 0
        verdicts.add(fits)
        expect(checkJsonSchema(schema, plain).length === 0, JSON.stringify(plain)).toBe(fits)
      }),
      { numRuns: 2000 },
    )
    expect(verdicts).toEqual(new Set([true, false]))
  })
})
