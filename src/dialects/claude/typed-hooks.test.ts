import { describe, expect, it } from 'vitest'
import { claude } from './dialect.ts'
import { readTypedHooks } from './typed-hooks.ts'

const code = { layer: 'code', trusted: true } as const

describe('readTypedHooks', () => {
  it('reads the list of the seed', () => {
    const { hooks, problems } = readTypedHooks(
      [
        { event: 'PreToolUse', command: '/path/to/pre_tool.sh' },
        {
          event: 'PostToolUse',
          command: '/path/to/post_tool.sh',
          async: true,
          once: true,
          matcher: '^Write$',
          timeout: 3,
          statusMessage: 's',
        },
        { event: 'PreCompact', command: 'x' },
      ],
      code,
    )
    expect(problems).toEqual([])
    expect(hooks.map((hook) => ({ ...hook, matcher: hook.matcher.describe(), onFailure: undefined }))).toEqual([
      {
        id: 'code#typedHooks[0]',
        event: 'PreToolUse',
        dialect: claude,
        source: { layer: 'code', trusted: true, path: 'typedHooks[0]' },
        matcher: 'everything',
        handler: { type: 'command', run: { shell: '/path/to/pre_tool.sh' } },
        timeoutMs: 600_000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        samples: { mustDeny: [], mustAllow: [] },
      },
      {
        id: 'code#typedHooks[1]',
        event: 'PostToolUse',
        dialect: claude,
        source: { layer: 'code', trusted: true, path: 'typedHooks[1]' },
        matcher: '/^Write$/',
        handler: { type: 'command', run: { shell: '/path/to/post_tool.sh' } },
        timeoutMs: 3000,
        async: true,
        once: true,
        shadow: false,
        recheck: true,
        statusMessage: 's',
        samples: { mustDeny: [], mustAllow: [] },
      },
      {
        id: 'code#typedHooks[2]',
        event: 'Compaction',
        dialect: claude,
        source: { layer: 'code', trusted: true, path: 'typedHooks[2]' },
        matcher: 'everything',
        handler: { type: 'command', run: { shell: 'x' } },
        timeoutMs: 600_000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        samples: { mustDeny: [], mustAllow: [] },
      },
    ])
  })

  it.each([
    ['text', 'typedHooks', 'typedHooks: found "text", expected a list of hooks.'],
    [
      [{ event: 'PreTool', command: 'x' }],
      'typedHooks[0].event',
      'typedHooks[0].event: found "PreTool", expected the name of an event.',
    ],
    [
      [{ event: 'before_tool', command: 'x' }],
      'typedHooks[0].event',
      'typedHooks[0].event: found "before_tool", expected the name of an event.',
    ],
    [
      [{ event: 'Setup', command: 'x' }],
      'typedHooks[0].event',
      'typedHooks[0].event: found "Setup", expected an event that Hookline hosts.',
    ],
    [[{ event: 'Stop' }], 'typedHooks[0].command', 'typedHooks[0].command is missing, expected text.'],
    [
      [{ event: 'Stop', command: ' ' }],
      'typedHooks[0].command',
      'typedHooks[0].command: found " ", expected text that is not blank.',
    ],
    [
      [{ event: 'Stop', command: 'x', comand: 1 }],
      'typedHooks[0].comand',
      'Unknown key "comand" in typedHooks[0]; the nearest valid name is "command".',
    ],
    [
      [{ event: 'Stop', command: 'x', matcher: '(' }],
      'typedHooks[0].matcher',
      /^typedHooks\[0\]\.matcher: Invalid pattern "\("/,
    ],
  ])('refuses %j', (list, path, message) => {
    const { hooks, problems } = readTypedHooks(list, code)
    expect(hooks).toEqual([])
    expect(problems.map((problem) => [problem.place, problem.message])).toEqual([
      [{ path }, typeof message === 'string' ? message : expect.stringMatching(message)],
    ])
  })

  it('says which event was meant by a name of another dialect', () => {
    const { problems } = readTypedHooks([{ event: 'before_tool', command: 'x' }], code)
    expect(problems.map(({ hint }) => hint)).toEqual(['Did you mean "PreToolUse"?'])
  })
})
