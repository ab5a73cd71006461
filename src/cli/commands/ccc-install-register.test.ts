import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import { registerSupervisor } from './ccc-install-register.ts'

const file = 'settings.json'
const command = 'ccc supervisor-hook'
const hook = { type: 'command', command, timeout: 600 }
const wanted = { Stop: [{ hooks: [hook] }], PreToolUse: [{ matcher: 'AskUserQuestion', hooks: [hook] }] }

test('C19: makes a file with the two hooks', () => {
  for (const text of [undefined, '', ' \n']) {
    const { text: made, ...rest } = registerSupervisor(text, { file, command })
    expect(JSON.parse(made)).toEqual({ disableAllHooks: false, hooks: wanted })
    expect(rest).toEqual({ added: ['Stop', 'PreToolUse'], removed: [], enabled: false })
  }
})

test('C19: keeps everything else byte for byte, and gives it back', () => {
  const mine = `{
  // what I chose
  "model": "opus", /* not "disableAllHooks": true */
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] } // first
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
  },
  "env": { "A": "1" }
}
`
  const { text } = registerSupervisor(mine, { file, command })
  const entry = JSON.stringify({ hooks: [hook] })
  const group = JSON.stringify({ matcher: 'AskUserQuestion', hooks: [hook] }, null, 2).replaceAll('\n', '\n      ')
  const expected = mine
    .replace('}] } // first', `}] }, // first\n      ${group}`)
    .replace('"say done" }] }]', `"say done" }] }, ${entry}]`)
  expect(text).toBe(expected)
  expect(registerSupervisor(text, { file, command })).toEqual({ text, added: [], removed: [], enabled: false })
  expect(registerSupervisor(text, { file })).toMatchObject({ added: [], removed: ['PreToolUse', 'Stop'] })
  expect(registerSupervisor(text, { file }).text).toBe(mine)
})

test('replaces an entry of ours that is not as wanted', () => {
  const old = { hooks: { Stop: [{ hooks: [{ type: 'command', command: '/old/ccc supervisor-hook', timeout: 5 }] }] } }
  const { text, added, removed } = registerSupervisor(JSON.stringify(old), { file, command })
  expect(JSON.parse(text)).toEqual({ hooks: wanted })
  expect({ added, removed }).toEqual({ added: ['Stop', 'PreToolUse'], removed: [] })
})

test('C19: switches the hooks of the file on, and nothing but that', () => {
  const text = '{\n  // "disableAllHooks": true\n  "x": { "disableAllHooks": true },\n  "disableAllHooks" : true\n}\n'
  const registered = registerSupervisor(text, { file, command })
  expect(registered.enabled).toBe(true)
  expect(registered.text).toContain('// "disableAllHooks": true')
  expect(registered.text).toContain('"x": { "disableAllHooks": true }')
  expect(registered.text).toContain('"disableAllHooks" : false')
})

test('leaves a file alone that has nothing of ours, and refuses one that is no object', () => {
  expect(registerSupervisor('{"hooks": {}}', { file })).toEqual({
    text: '{"hooks": {}}',
    added: [],
    removed: [],
    enabled: false,
  })
  expect(registerSupervisor(undefined, { file }).text).toBe('')
  expect(() => registerSupervisor('[]', { file, command })).toThrow('a list, and an object is expected')
  expect(() => registerSupervisor('[]', { file })).toThrow('no object')
  expect(() => registerSupervisor('{"hooks": ', { file, command })).toThrow()
})

const mine = '{ "type": "command", "command": "mine" }'
const inRows = `{
  "hooks": {
    "Stop": [
      { "hooks": [${mine}] }, // x
    ], // y
  },
}
`

test.each([
  ['with trailing commas', inRows],
  ['with Windows line ends and a byte order mark', `\ufeff${inRows.replaceAll('\n', '\r\n')}`],
  [
    'with brackets that share lines',
    `{ "hooks": { "Stop": [{\n    "hooks": [${mine}]\n  }],\n  "PreToolUse": [\n{"hooks":[]} ]}}`,
  ],
  ['with nothing in its hooks', '{\n  "hooks": {}\n}\n'],
  [
    'with nothing but blanks and comments in its hooks',
    '{\n  "hooks": { "Stop": [\n ], /* later */ "PreToolUse": [ // none\n] }\n}',
  ],
  ['with nothing at all', '{}'],
  ['with a comment only', '{\n  // nothing, yet\n}\n'],
  ['on one line', '{"model":"opus","hooks":{ }}'],
  ['on one line without hooks', '{"model":"opus",}'],
])('C19: a file %s comes back byte for byte', (_, text) => {
  const { text: installed, added } = registerSupervisor(text, { file, command })
  expect(added).toEqual(['Stop', 'PreToolUse'])
  expect(registerSupervisor(installed, { file, command })).toMatchObject({ text: installed, added: [] })
  expect(registerSupervisor(installed, { file }).text).toBe(text)
})

test('C19: a file comes back byte for byte, however it is laid out', () => {
  let holdsHooks = 0
  fc.assert(
    fc.property(oddSettings, (text) => {
      const { text: installed } = registerSupervisor(text, { file, command })
      const { hooks = {}, ...rest } = parseDocument(text, 'jsonc').value as { hooks?: Record<string, unknown[]> }
      const expected = Object.entries(wanted).map(([event, groups]) => [event, [...(hooks[event] ?? []), ...groups]])
      expect(parseDocument(installed, 'jsonc').value).toEqual({
        ...rest,
        hooks: { ...hooks, ...Object.fromEntries(expected) },
      })
      expect(registerSupervisor(installed, { file }).text).toBe(text)
      if (Object.keys(hooks).length > 0) holdsHooks++
    }),
    { numRuns: 400 },
  )
  expect(holdsHooks).toBeGreaterThan(50)
})

test('takes its hooks out of a file that somebody has laid out anew, and nothing else', () => {
  let found = 0
  fc.assert(
    fc.property(oddSettings, (text) => {
      const ours = text.replaceAll('"b,"', '"ccc supervisor-hook"')
      const left = registerSupervisor(ours, { file })
      const { hooks, ...rest } = parseDocument(ours, 'jsonc').value as { hooks?: Record<string, Groups> }
      const cleaned = parseDocument(left.text, 'jsonc').value as { hooks?: Record<string, Groups> }
      const expected = Object.entries(hooks ?? {}).map(([event, groups]) => [event, groups.flatMap(withoutOurs)])
      const events = Object.fromEntries(expected.filter(([event]) => Object.hasOwn(cleaned.hooks ?? {}, String(event))))
      expect({ ...cleaned, hooks: cleaned.hooks ?? {} }).toEqual({ ...rest, hooks: events })
      const gone = expected.filter(([event]) => !Object.hasOwn(cleaned.hooks ?? {}, String(event)))
      expect(gone.map(([, groups]) => groups)).toEqual(gone.map(() => []))
      found += left.removed.length
    }),
    { numRuns: 400 },
  )
  expect(found).toBeGreaterThan(50)
})

type Groups = { hooks: { command: string }[] }[]

function withoutOurs({ hooks }: Groups[number]): Groups {
  const foreign = hooks.filter((one) => one.command !== command)
  return foreign.length === 0 && hooks.length > 0 ? [] : [{ hooks: foreign }]
}

test.each([
  ['{"hooks": null}', 'hooks is null, and an object with lists of groups by event is expected there'],
  ['{"hooks": []}', 'hooks is a list, and an object with lists of groups by event is expected there'],
  ['{"hooks": {"Stop": null}}', 'hooks.Stop is null, and a list of groups is expected there'],
  ['{"hooks": {"Other": "x"}}', 'hooks.Other is "x", and a list of groups is expected there'],
  ['{"hooks": {"Stop": [1]}}', 'hooks.Stop[0] is 1, and a group, an object with a list "hooks", is expected there'],
  ['{"hooks": {"Stop": [{}]}}', 'hooks.Stop[0].hooks is missing, and a list of hooks is expected there'],
  [
    '{"hooks": {"Stop": [{"hooks": [[]]}]}}',
    'hooks.Stop[0].hooks[0] is a list, and a hook, an object, is expected there',
  ],
])('refuses to add to %s, which Claude Code would not read, and says what stands there', (text, message) => {
  const refusal = catchError(() => registerSupervisor(text, { file, command }))
  expect(refusal).toMatchObject({ code: 'CONFIG_INVALID_VALUE', message, place: { file, line: 1 } })
  expect(refusal.hint).toMatch(/Mend them first, or name another file with --settings\. Nothing was changed\.$/)
  expect(refusal.hint).not.toContain('--into')
  expect(registerSupervisor(text, { file }).text).toBe(text)
})

function catchError(work: () => unknown): HookError {
  try {
    work()
  } catch (error) {
    if (error instanceof HookError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** Settings with blanks, line ends, comments and trailing commas wherever they may stand. */
const oddSettings = fc
  .record({
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    seeds: fc.array(fc.nat(999), { minLength: 40, maxLength: 40 }),
    style: fc.constantFrom('rows', 'line', 'odd'),
    settings: fc.record(
      {
        model: fc.constantFrom('opus', 'a, "b": [', '// x'),
        hooks: fc.dictionary(
          fc.constantFrom('Stop', 'PreToolUse', 'Notification'),
          fc.array(
            fc.record({ hooks: fc.array(fc.record({ command: fc.constantFrom('a', 'b,') }), { maxLength: 2 }) }),
            {
              maxLength: 2,
            },
          ),
          { noNullPrototype: true },
        ),
        last: fc.constantFrom(1, null, [], {}),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ eol, mark, seeds, style, settings }) => {
    let drawn = 0
    const draw = (choices: readonly string[]): string => choices[seeds[drawn++ % seeds.length]! % choices.length]!
    const odd = ['', ' ', '', '\n', '\n    ', '\n\t', ' // c, [\n', '/* , */', ' /* a */ ', ' // ]\n  ', '  \n \n']
    const space = (depth: number): string =>
      style === 'rows' ? `\n${'  '.repeat(depth)}` : style === 'line' ? draw(['', ' ', '']) : draw(odd)
    const write = (value: unknown, depth: number): string => {
      if (typeof value !== 'object' || value === null) return JSON.stringify(value)
      const [open, close] = Array.isArray(value) ? '[]' : '{}'
      const members = Object.entries(value).map(([key, inner]) =>
        Array.isArray(value)
          ? write(inner, depth + 1)
          : `${JSON.stringify(key)}:${draw(['', ' '])}${write(inner, depth + 1)}`,
      )
      if (members.length === 0) return `${open}${style === 'odd' ? space(depth) : draw(['', ' '])}${close}`
      const listed = members.map((member) => `${space(depth + 1)}${member}${style === 'odd' ? space(depth) : ''}`)
      return `${open}${listed.join(',')}${draw(['', '', ','])}${space(depth)}${close}`
    }
    return `${mark}${write(settings, 0)}${draw(['', '\n'])}`.replaceAll('\n', eol)
  })
