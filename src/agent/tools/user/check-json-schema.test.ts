import { describe, expect, it } from 'vitest'
import { checkJsonSchema, type Schema } from './check-json-schema.ts'

/** A schema, values that fit it, and values that do not with what is wrong. */
const table: [string, Schema, unknown[], [unknown, string][]][] = [
  ['true', true, [1, null], []],
  ['false', false, [], [[1, 'the input is not allowed']]],
  ['type', { type: 'string' }, [''], [[1, 'the input must be text, not 1']]],
  ['types', { type: ['null', 'integer'] }, [null, 2], [[1.5, 'the input must be null or a whole number, not 1.5']]],
  ['number', { type: 'number' }, [1.5], [['1', 'the input must be a number, not "1"']]],
  ['object', { type: 'object' }, [{}], [[[], 'the input must be an object, not a list of 0']]],
  ['array', { type: 'array' }, [[]], [[{}, 'the input must be a list, not an object']]],
  [
    'enum',
    { enum: [1, { a: [1] }] },
    [1, { a: [1] }],
    [[{ a: [2] }, 'the input must be one of 1, an object, not an object']],
  ],
  ['const', { const: 'x' }, ['x'], [['y', 'the input must be "x", not "y"']]],
  [
    'minimum',
    { minimum: 2, maximum: 3 },
    [2, 3, 'a'],
    [
      [1, 'the input must be at least 2, not 1'],
      [4, 'the input must be at most 3, not 4'],
    ],
  ],
  [
    'exclusive',
    { exclusiveMinimum: 2, exclusiveMaximum: 3 },
    [2.5],
    [
      [2, 'the input must be above 2, not 2'],
      [3, 'the input must be below 3, not 3'],
    ],
  ],
  ['multipleOf', { multipleOf: 3 }, [9], [[10, 'the input must be a multiple of 3, not 10']]],
  [
    'length',
    { minLength: 2, maxLength: 2 },
    ['🙂🙂'],
    [
      ['a', 'the input must have at least 2 characters, not "a"'],
      ['abc', 'the input must have at most 2 characters, not "abc"'],
    ],
  ],
  ['pattern', { pattern: '^a+$' }, ['aa', 1], [['ab', 'the input must match ^a+$, not "ab"']]],
  [
    'broken pattern',
    { pattern: '(' },
    [],
    [['a', 'the input cannot be checked: its schema has the invalid pattern (']],
  ],
  [
    'properties',
    { properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    [{ a: 'x' }, 5],
    [
      [{ a: 1 }, 'a must be text, not 1'],
      [{}, 'a is missing'],
      [{ a: '', toString: 1 }, 'there is no parameter toString'],
    ],
  ],
  [
    'additionalProperties',
    {
      properties: { a: true },
      patternProperties: { '^x': { type: 'null' } },
      additionalProperties: { type: 'number' },
    },
    [{ a: '', x1: null, b: 1 }],
    [
      [{ x1: 1 }, 'x1 must be null, not 1'],
      [{ b: '' }, 'b must be a number, not ""'],
    ],
  ],
  [
    'propertyNames',
    { propertyNames: { maxLength: 1 } },
    [{ a: 1 }],
    [[{ ab: 1 }, 'ab must have at most 1 characters, not "ab"']],
  ],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }], [[{ a: 1 }, 'b is missing']]],
  [
    'dependentSchemas',
    { dependentSchemas: { a: { required: ['b'] } } },
    [{}, { a: 1, b: 1 }],
    [[{ a: 1 }, 'b is missing']],
  ],
  [
    'members',
    { minProperties: 1, maxProperties: 1 },
    [{ a: 1 }],
    [
      [{}, 'the input must have at least 1 members, not an object'],
      [{ a: 1, b: 1 }, 'the input must have at most 1 members, not an object'],
    ],
  ],
  ['items', { items: { type: 'string' } }, [['a'], 'b'], [[['a', 1], '[1] must be text, not 1']]],
  [
    'prefixItems',
    { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
    [['a', 1], []],
    [[['a', 'b'], '[1] must be a number, not "b"']],
  ],
  [
    'list of items',
    { items: [{ type: 'string' }, { type: 'number' }] },
    [['a', 1, null]],
    [[['a', 'b'], '[1] must be a number, not "b"']],
  ],
  [
    'contains',
    { contains: { type: 'null' } },
    [[1, null]],
    [[[1], 'the input must hold the right number of certain entries, not a list of 1']],
  ],
  [
    'item count',
    { minItems: 1, maxItems: 1 },
    [[1]],
    [
      [[], 'the input must have at least 1 entries, not a list of 0'],
      [[1, 2], 'the input must have at most 1 entries, not a list of 2'],
    ],
  ],
  [
    'uniqueItems',
    { uniqueItems: true },
    [[1, '1', { a: 1 }]],
    [
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        'the input must hold no entry twice, not a list of 2',
      ],
    ],
  ],
  ['allOf', { allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [[3, 'the input must be at most 2, not 3']]],
  [
    'anyOf',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ['', null],
    [[1, 'the input must be text, not 1, or the input must be null, not 1']],
  ],
  [
    'oneOf',
    { oneOf: [{ minimum: 1 }, { minimum: 5 }] },
    [2],
    [[6, 'the input must fit only one of several forms, not 6']],
  ],
  ['not', { not: { type: 'string' } }, [1], [['', 'the input must have another form, not ""']]],
  [
    'if',
    { if: { type: 'string' }, then: { minLength: 1 }, else: { minimum: 1 } },
    ['a', 1],
    [
      ['', 'the input must have at least 1 characters, not ""'],
      [0, 'the input must be at least 1, not 0'],
    ],
  ],
  [
    '$ref',
    { $ref: '#/$defs/a~1b', $defs: { 'a/b': { properties: { next: { $ref: '#' } }, type: 'object' } } },
    [{ next: { next: {} } }],
    [[{ next: { next: 1 } }, 'next.next must be an object, not 1']],
  ],
  [
    'foreign $ref',
    { $ref: 'https://example.org/x' },
    [],
    [[1, 'the input cannot be checked: its schema refers to https://example.org/x']],
  ],
  ['circle', { $ref: '#' }, [], [[1, 'the input cannot be checked: its schema has no end']]],
  ['annotations', { title: 'x', format: 'email', toString: 1 }, ['y'], []],
]

describe.each(table)('a schema with %s', (_, schema, fitting, failing) => {
  it('accepts what fits and tells what does not', () => {
    expect(fitting.map((value) => checkJsonSchema(schema, value))).toEqual(fitting.map(() => []))
    expect(failing.map(([value]) => checkJsonSchema(schema, value).join('; '))).toEqual(
      failing.map(([, words]) => words),
    )
    expect(fitting.length + failing.length).toBeGreaterThan(0)
  })
})

describe('a schema that is out to harm', () => {
  it('ends although it refers to itself again and again', () => {
    const twice = { anyOf: [{ $ref: '#' }, { $ref: '#' }] }
    expect(checkJsonSchema(twice, 1)[0]).toContain('has no end')
  })

  it.each([{ required: 5 }, { properties: null }, { anyOf: 'x' }])('fits nothing when it is broken: %j', (schema) => {
    expect(checkJsonSchema(schema, { a: 1 })[0]).toMatch(/^the input cannot be checked: the schema is broken/)
  })
})
