import { expect, test } from 'vitest'
import { type DocumentFormat, formatPath, parseDocument } from './document.ts'
import { HookError } from './errors.ts'

function readError(text: string, format: DocumentFormat): object {
  try {
    parseDocument(text, format, 'hooks.conf')
  } catch (error) {
    expect(error).toBeInstanceOf(HookError)
    const { message, place, hint, code } = error as HookError
    expect(code).toBe('CONFIG_SYNTAX')
    expect(place.file).toBe('hooks.conf')
    return { message, at: `${place.line}:${place.column}`, hint }
  }
  throw new Error('was accepted')
}

const plainHint = 'Mend the text at the given line and column. Nothing of the file was loaded.'

test('reads JSON and finds values, keys, and the nearest ancestor of what is absent', () => {
  const document = parseDocument(
    '\ufeff{\n  "PreToolUse": [\n    { "matcher": "Bash",\n      "hooks": [{"timeout": 5}, {}] }\n  ]\n}\n',
    'json',
  )
  expect(document.format).toBe('json')
  expect(document.value).toEqual({ PreToolUse: [{ matcher: 'Bash', hooks: [{ timeout: 5 }, {}] }] })
  expect(document.locate(['PreToolUse', 0, 'hooks', 0, 'timeout'])).toEqual({ line: 4, column: 29 })
  expect(document.locate(['PreToolUse', 0, 'hooks', 0, 'timeout'], { key: true })).toEqual({ line: 4, column: 18 })
  expect(document.locate(['PreToolUse', 0], { key: true })).toEqual({ line: 3, column: 5 })
  expect(document.locate(['PreToolUse', 0, 'hooks', 1, 'command'])).toEqual({ line: 4, column: 33 })
  expect(document.locate(['PreToolUse', 7, 'hooks'])).toEqual({ line: 2, column: 17 })
  expect(document.locate(['PreToolUse', 7], { key: true })).toEqual({ line: 2, column: 3 })
  expect(document.locate(['Stop', 0])).toEqual({ line: 1, column: 1 })
  expect(document.locate([])).toEqual({ line: 1, column: 1 })
})

test('reads JSONC with comments and trailing commas', () => {
  const document = parseDocument(
    '// head\n{ /* a: 0 */ "a": [1, 2,], // "a": 3\n "b": "// no comment",\n}\n// tail',
    'jsonc',
  )
  expect(document.value).toEqual({ a: [1, 2], b: '// no comment' })
  expect(document.locate(['a', 1])).toEqual({ line: 2, column: 23 })
  expect(document.locate(['b'], { key: true })).toEqual({ line: 3, column: 2 })
})

test('keeps __proto__ as data in every format', () => {
  const texts = { json: '{"__proto__": {"x": 1}}', jsonc: '{"__proto__": {"x": 1},}', toml: '[__proto__]\nx = 1' }
  for (const [format, text] of Object.entries(texts)) {
    const { value } = parseDocument(text, format as DocumentFormat)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1}}')
  }
})

test.each<[string, DocumentFormat, object]>([
  ['', 'json', { message: 'expected a value but found the end of the text', at: '1:1', hint: plainHint }],
  ['{\n "a": tru\n}', 'json', { message: "expected a value but found 'tru'", at: '2:7', hint: plainHint }],
  ['{} x', 'json', { message: "expected the end of the file but found 'x'", at: '1:4', hint: plainHint }],
  [
    '{\n // note\n}',
    'json',
    {
      message: "expected a key in double quotes or '}' but found '/'",
      at: '2:2',
      hint: 'JSON has no comments: remove it, or rename the file to end in .jsonc.',
    },
  ],
  [
    '{"a": [1,\n]}',
    'json',
    {
      message: "expected a value but found ']'",
      at: '2:1',
      hint: 'JSON has no trailing commas: remove the comma before it, or rename the file to end in .jsonc.',
    },
  ],
  ['{"a": 1 /* open', 'jsonc', { message: 'a comment that starts here never ends', at: '1:9', hint: plainHint }],
  ['{"a": 1,,}', 'jsonc', { message: "expected a key in double quotes but found ','", at: '1:9', hint: plainHint }],
  [
    `${'['.repeat(70)}${']'.repeat(70)}`,
    'jsonc',
    { message: 'nested deeper than 64 levels', at: '1:65', hint: plainHint },
  ],
  [
    '{"a": {"b": 1,\n"c": 2,\n"\\u0062": 3}}',
    'json',
    {
      message: "expected every key once but found 'a.b' twice: first on line 1, again on line 3",
      at: '3:1',
      hint: 'Keep one of the two.',
    },
  ],
  [
    '// {\n{"a": 1, // "\n"a": 2,}',
    'jsonc',
    {
      message: "expected every key once but found 'a' twice: first on line 2, again on line 3",
      at: '3:1',
      hint: 'Keep one of the two.',
    },
  ],
  ['a = ', 'toml', { message: 'invalid value: found the end of the text', at: '1:5', hint: plainHint }],
  [
    'x = 1\na = [1\n[b]',
    'toml',
    { message: "expected comma or end of structure: found '['", at: '3:1', hint: plainHint },
  ],
  [`a = ${'['.repeat(70)}`, 'toml', { message: 'nested deeper than 64 levels', at: '1:69', hint: plainHint }],
  [`x = 1\n${'a.'.repeat(70)}a = 1`, 'toml', { message: 'nested deeper than 64 levels', at: '2:127', hint: plainHint }],
  [
    '[[hooks.a]]\nx.y = 1\nx.y = 2',
    'toml',
    {
      message: "expected every key once but found 'hooks.a[0].x.y' twice: first on line 2, again on line 3",
      at: '3:1',
      hint: 'Keep one of the two.',
    },
  ],
  [
    '[a]\n[b]\n[ a ]',
    'toml',
    {
      message: "expected every key once but found 'a' twice: first on line 1, again on line 3",
      at: '3:2',
      hint: 'Keep one of the two.',
    },
  ],
  [
    'a = {x = 1, x = 2}',
    'toml',
    { message: "expected every key once but found 'x', which was defined before", at: '1:13', hint: plainHint },
  ],
])('refuses %j as %s and says why and where', (text, format, error) => {
  expect(readError(text, format)).toEqual(error)
})

test('gives plain values for TOML dates and large integers', () => {
  const text = 'a = 2020-01-02T03:04:05+02:00\nb = 2020-01-02\nc = 03:04:05\nd = 9223372036854775807\ne = inf'
  expect(parseDocument(text, 'toml').value).toEqual({
    a: '2020-01-02T03:04:05.000+02:00',
    b: '2020-01-02',
    c: '03:04:05.000',
    d: 2 ** 63,
    e: Number.POSITIVE_INFINITY,
  })
})

test('finds every form of TOML', () => {
  const text = `# head
title = "x" # tail
deep.er.key = 'y'
list = [ 1, [2, "]"], # no ] here
  {z.w = 3, "q r" = """a"b""\\""""}, ]

[server.main]
port = 1

[server]
"na\\u006de" = '''
[not.a.table]
'''
[[hooks.before_tool]]
name = "first"
matcher = { tool = "Shell", pattern = "a,}" }
[hooks.before_tool.env]
A = 1
[[hooks.before_tool]]
name = "second"\r
[[hooks.before_tool.sub]]
x = 2020-01-01 10:00:00
`
  const document = parseDocument(text, 'toml')
  const lines = text.split('\n')
  const show = (path: (string | number)[], options?: { key: true }): string => {
    const { line, column } = document.locate(path, options)
    return lines[line - 1]!.slice(column - 1).trimEnd()
  }
  expect(document.value).toHaveProperty(['hooks', 'before_tool', 1, 'sub', 0, 'x'])
  const second = '[[hooks.before_tool]]'
  expect(
    Object.entries({
      title: show(['title']),
      'title key': show(['title'], { key: true }),
      deep: show(['deep']),
      'deep.er.key': show(['deep', 'er', 'key']),
      'deep.er.key key': show(['deep', 'er', 'key'], { key: true }),
      list: show(['list']),
      'list[0]': show(['list', 0]),
      'list[1][1]': show(['list', 1, 1]),
      'list[2]': show(['list', 2]),
      'list[2].z.w': show(['list', 2, 'z', 'w']),
      'list[2]["q r"] key': show(['list', 2, 'q r'], { key: true }),
      server: show(['server']),
      'server.main.port': show(['server', 'main', 'port']),
      'server.name': show(['server', 'name']),
      'hooks.before_tool': show(['hooks', 'before_tool']),
      'hooks.before_tool key': show(['hooks', 'before_tool'], { key: true }),
      'first pattern': show(['hooks', 'before_tool', 0, 'matcher', 'pattern']),
      'first env': show(['hooks', 'before_tool', 0, 'env', 'A'], { key: true }),
      'second name': show(['hooks', 'before_tool', 1, 'name']),
      'second sub': show(['hooks', 'before_tool', 1, 'sub', 0]),
      'second sub x': show(['hooks', 'before_tool', 1, 'sub', 0, 'x']),
      'absent member': show(['hooks', 'before_tool', 1, 'nothing']),
      root: show([]),
    }),
  ).toEqual([
    ['title', '"x" # tail'],
    ['title key', 'title = "x" # tail'],
    ['deep', "deep.er.key = 'y'"],
    ['deep.er.key', "'y'"],
    ['deep.er.key key', "key = 'y'"],
    ['list', '[ 1, [2, "]"], # no ] here'],
    ['list[0]', '1, [2, "]"], # no ] here'],
    ['list[1][1]', '"]"], # no ] here'],
    ['list[2]', '{z.w = 3, "q r" = """a"b""\\""""}, ]'],
    ['list[2].z.w', '3, "q r" = """a"b""\\""""}, ]'],
    ['list[2]["q r"] key', '"q r" = """a"b""\\""""}, ]'],
    ['server', '[server]'],
    ['server.main.port', '1'],
    ['server.name', "'''"],
    ['hooks.before_tool', second],
    ['hooks.before_tool key', 'before_tool]]'],
    ['first pattern', '"a,}" }'],
    ['first env', 'A = 1'],
    ['second name', '"second"'],
    ['second sub', '[[hooks.before_tool.sub]]'],
    ['second sub x', '2020-01-01 10:00:00'],
    ['absent member', second],
    ['root', '# head'],
  ])
  expect(document.locate(['hooks', 'before_tool', 1]).line).toBe(19)
})

test('writes paths as people do', () => {
  expect(formatPath(['PreToolUse', 0, 'hooks', 1, 'timeout'])).toBe('PreToolUse[0].hooks[1].timeout')
})
