import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../base/document.ts'
import type { ConfigReading } from '../config-reading.ts'
import { readKimiConfig } from './config.ts'
import { kimi } from './dialect.ts'
import { kimiEvents, officialEvents, officialOtherEvents } from './names.ts'
import { kimiOfficial } from './official-dialect.ts'

const file = '/home/user/.kimi/config.toml'
const ignoreAll = { spawn: 'ignore', timeout: 'ignore', crash: 'ignore', signal: 'ignore', invalidOutput: 'ignore' }

function readToml(text: string): ConfigReading {
  const { value, locate } = parseDocument(text, 'toml', file)
  return readKimiConfig(value, { layer: 'user', trusted: true, file, locate })
}

function read(text: string): ConfigReading {
  const reading = readToml(text)
  expect(reading.problems.map((problem) => problem.toJSON())).toEqual([])
  return reading
}

function problemsOf(text: string) {
  const reading = readToml(text)
  expect(reading.hooks).toEqual([])
  return reading.problems.map(({ message, hint }) => ({ message, hint }))
}

const seed = String.raw`
[general]
default_model = "kimi"

[hooks]
[[hooks.session_start]]
name = "notify-start"
type = "command"
command = "notify-send 'Kimi session started'"

[[hooks.before_tool]]
name = "block-dangerous"
type = "command"
matcher = { tool = "Shell", pattern = "rm -rf /" }
command = "echo '{\"decision\": \"deny\", \"reason\": \"Dangerous command\"}'"

[[hooks.after_tool]]
name = "auto-format"
type = "command"
matcher = { tool = "WriteFile", pattern = "\\.py$" }
command = "black --quiet \"$KIMI_WORK_DIR/{{tool_input.file_path}}\""
async_ = true
timeout = 30000
`

describe('the tables form', () => {
  it('reads the example of the seed', () => {
    const { hooks, settings, notices } = read(seed)
    expect(settings.enabled).toBe(true)
    expect(notices).toEqual([])
    expect(hooks.map((hook) => ({ ...hook, matcher: hook.matcher.describe() }))).toEqual([
      {
        id: 'notify-start',
        name: 'notify-start',
        event: 'SessionStart',
        dialect: kimi,
        source: { layer: 'user', trusted: true, file, line: 6, column: 1, path: 'hooks.session_start[0]' },
        matcher: 'everything',
        handler: { type: 'command', run: { shell: "notify-send 'Kimi session started'" } },
        timeoutMs: 30_000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        onFailure: ignoreAll,
        samples: { mustDeny: [], mustAllow: [] },
      },
      {
        id: 'block-dangerous',
        name: 'block-dangerous',
        event: 'PreToolUse',
        dialect: kimi,
        source: { layer: 'user', trusted: true, file, line: 11, column: 1, path: 'hooks.before_tool[0]' },
        matcher: 'tool exactly Shell and input contains "rm -rf /"',
        handler: {
          type: 'command',
          run: { shell: `echo '{"decision": "deny", "reason": "Dangerous command"}'` },
        },
        timeoutMs: 30_000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        onFailure: ignoreAll,
        samples: { mustDeny: [], mustAllow: [] },
      },
      {
        id: 'auto-format',
        name: 'auto-format',
        event: 'PostToolUse',
        dialect: kimi,
        source: { layer: 'user', trusted: true, file, line: 17, column: 1, path: 'hooks.after_tool[0]' },
        matcher: 'tool exactly WriteFile and input /\\.py$/',
        handler: {
          type: 'command',
          run: { shell: 'black --quiet "$KIMI_WORK_DIR/{{tool_input.file_path}}"' },
        },
        timeoutMs: 30_000,
        async: true,
        once: false,
        shadow: false,
        recheck: true,
        onFailure: ignoreAll,
        samples: { mustDeny: [], mustAllow: [] },
      },
    ])
  })

  it('K1 takes the eleven events, numbers unnamed hooks and keeps custom names', () => {
    const tables = [...kimiEvents.keys()].map((name) => `[[hooks.${name}]]\ncommand = "x"\n`)
    const all = read(tables.join(''))
    expect(all.hooks.map(({ event }) => event)).toEqual([...kimiEvents.values()])
    expect(all.hooks).toHaveLength(11)
    const { hooks } = read(
      '[[hooks.before_tool]]\ncommand="x"\n[[hooks.before_tool]]\ncommand="y"\n[[hooks.before_tool]]\nname="mine"\ncommand="z"\ndescription="d"',
    )
    expect(hooks.map(({ id, name, description }) => ({ id, name, description }))).toEqual([
      { id: 'before_tool_0', name: 'before_tool_0', description: undefined },
      { id: 'before_tool_1', name: 'before_tool_1', description: undefined },
      { id: 'mine', name: 'mine', description: 'd' },
    ])
  })

  it('takes a blank name for none', () => {
    const { hooks } = read('[[hooks.before_tool]]\nname=" "\ncommand="x"')
    expect(hooks.map(({ id, name }) => [id, name])).toEqual([['before_tool_0', 'before_tool_0']])
  })

  it('keeps ids unique where names are not', () => {
    const { hooks } = read('[[hooks.before_tool]]\nname="a"\ncommand="x"\n[[hooks.after_tool]]\nname="a"\ncommand="x"')
    expect(hooks.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'a'],
      ['a#2', 'a'],
    ])
  })

  it('K1 takes async as another name of async_', () => {
    const { hooks } = read(
      '[[hooks.after_tool]]\ncommand="x"\nasync=true\n[[hooks.after_tool]]\ncommand="x"\nasync_=true\n[[hooks.after_tool]]\ncommand="x"',
    )
    expect(hooks.map(({ async }) => async)).toEqual([true, true, false])
    expect(problemsOf('[[hooks.after_tool]]\ncommand="x"\nasync=true\nasync_=false')).toEqual([
      {
        message: 'hooks.after_tool[0].async: found async = true beside async_ = false, expected one of them.',
        hint: 'Use a value of the kind the message says was expected.',
      },
    ])
  })

  it.each([
    ['100', 100],
    ['600000', 600_000],
    ['1000', 1000],
    ['"30s"', 30_000],
    ['"500ms"', 500],
  ])('K1 takes a timeout of %s', (timeout, timeoutMs) => {
    const { hooks } = read(`[[hooks.before_tool]]\ncommand="x"\ntimeout=${timeout}`)
    expect(hooks.map((hook) => hook.timeoutMs)).toEqual([timeoutMs])
  })

  it.each(['50', '99', '99.9', '700000', '600001', '0', '-1', '1e12', '"30"', '"11m"', 'true', 'nan'])(
    'K1 refuses a timeout of %s',
    (timeout) => {
      const problems = problemsOf(`[[hooks.before_tool]]\ncommand="x"\ntimeout=${timeout}`)
      expect(problems).toHaveLength(1)
      expect(problems[0]!.message).toMatch(
        /^hooks\.before_tool\[0\]\.timeout: found .+, expected milliseconds from 100 to 600000\.$/,
      )
    },
  )

  it('X4 says that the unit is milliseconds when a timeout looks like seconds', () => {
    expect(problemsOf('[[hooks.before_tool]]\ncommand="x"\ntimeout=30')).toEqual([
      {
        message: 'hooks.before_tool[0].timeout: found 30, expected milliseconds from 100 to 600000.',
        hint: 'The unit is milliseconds: write 30000 for 30 seconds.',
      },
    ])
  })

  it.each([
    ['{}', 'ReadFile', {}, true],
    ['{tool="Shell"}', 'Shell', {}, true],
    ['{tool="Shell"}', 'WriteFile', {}, false],
    ['{tool="Shell"}', 'Bash', {}, true],
    ['{tool="Bash"}', 'Shell', {}, true],
    ['{tool="Shell|WriteFile"}', 'ReadFile', {}, false],
    ['{tool="Read.*|Write.*"}', 'WriteFile', {}, true],
    ['{tool="Read.*|Write.*"}', 'Shell', {}, false],
    ['{pattern="rm -rf"}', 'Shell', { command: 'rm -rf /tmp' }, true],
    ['{pattern="rm -rf"}', 'Shell', { command: 'ls -la' }, false],
    ['{tool="Shell", pattern="rm -rf /"}', 'Shell', { command: 'rm -rf /' }, true],
    ['{tool="Shell", pattern="rm -rf /"}', 'WriteFile', { content: 'rm -rf /' }, false],
    ['{tool="Shell", pattern="rm -rf /"}', 'Shell', { command: 'ls' }, false],
    ['{tool="WriteFile", pattern="\\\\.py$"}', 'WriteFile', { file_path: 'a.py' }, true],
    ['{tool="WriteFile", pattern="\\\\.py$"}', 'WriteFile', { file_path: 'a.ts' }, false],
  ])('K2 matches %s with %s %j: %s', (matcher, value, toolInput, expected) => {
    const { hooks } = read(`[[hooks.before_tool]]\ncommand="x"\nmatcher=${matcher}`)
    expect(hooks[0]!.matcher.test({ value, toolInput })).toBe(expected)
  })

  it('keeps a hook with a matcher on an event without a tool from ever running, and says so', () => {
    const { hooks, notices } = read('[[hooks.session_start]]\ncommand="x"\nmatcher={tool="startup"}')
    expect(hooks[0]!.matcher.test({ value: 'startup' })).toBe(false)
    expect(notices.map((notice) => notice.toJSON())).toEqual([
      {
        code: 'CONFIG_INVALID_VALUE',
        message: 'session_start has no tool that a matcher could test: the hook never runs.',
        hint: 'Remove the matcher.',
        file,
        line: 3,
        column: 9,
        path: 'hooks.session_start[0].matcher',
      },
    ])
  })

  it('takes an empty matcher on any event', () => {
    const { hooks, notices } = read('[[hooks.session_start]]\ncommand="x"\nmatcher={}')
    expect(hooks[0]!.matcher.all).toBe(true)
    expect(notices).toEqual([])
  })

  it.each([
    [`command = "echo '{{tool_input.command}}'"`, 'inside single quotes', 'Use double quotes around it, or none.'],
    [
      'command = """\ncat <<EOF\n{{tool_input.command}}\nEOF\n"""',
      'inside a heredoc',
      'Write the value with printf, as in printf %s {{…}}.',
    ],
    [
      'command = "sh -c \\"ls {{tool_input.command}}\\""',
      'inside the code of another interpreter',
      `Pass it as an argument behind the code: sh -c 'use "$1"' sh {{…}}.`,
    ],
  ])('refuses a template in %j at load', (command, why, hint) => {
    expect(problemsOf(`[[hooks.before_tool]]\n${command}`)).toEqual([
      { message: `The template {{tool_input.command}} stands ${why}: its value cannot arrive there as data.`, hint },
    ])
  })

  it('takes a policy for failures where one is set', () => {
    const { hooks } = read(
      '[[hooks.before_tool]]\ncommand="x"\nonFailure={timeout="deny"}\n[[hooks.before_tool]]\ncommand="x"\nonFailure="ask"',
    )
    expect(hooks.map(({ onFailure }) => onFailure)).toEqual([
      { ...ignoreAll, timeout: 'deny' },
      { spawn: 'ask', timeout: 'ask', crash: 'ask', signal: 'ask', invalidOutput: 'ask' },
    ])
  })

  it('judges nothing but the hooks section', () => {
    expect(read('model = 1\n[general]\nhooks = "x"').hooks).toEqual([])
    expect(read('hooks = {}').hooks).toEqual([])
  })
})

describe('the official array form', () => {
  it('O1 reads a hook with its defaults', () => {
    const { hooks } = read('[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "node guard.mjs"\ntimeout = 5')
    expect(hooks.map((hook) => ({ ...hook, matcher: hook.matcher.describe() }))).toEqual([
      {
        id: 'user/config.toml#hooks[0]',
        event: 'PreToolUse',
        dialect: kimiOfficial,
        source: { layer: 'user', trusted: true, file, line: 1, column: 1, path: 'hooks[0]' },
        matcher: 'contains "Bash"',
        handler: { type: 'command', run: { shell: 'node guard.mjs' } },
        timeoutMs: 5000,
        async: false,
        once: false,
        shadow: false,
        recheck: true,
        onFailure: ignoreAll,
        samples: { mustDeny: [], mustAllow: [] },
      },
    ])
    const [bare] = read('[[hooks]]\nevent = "Stop"\nmatcher = ""\ncommand = "x"').hooks
    expect(bare).toMatchObject({ timeoutMs: 30_000, matcher: { all: true } })
  })

  it('O1 takes every event that is hosted, and keeps the others as unsupported', () => {
    const names = [...officialEvents.keys(), ...officialOtherEvents]
    const { hooks, unsupported, notices } = read(
      names.map((name) => `[[hooks]]\nevent="${name}"\ncommand="x"\n`).join(''),
    )
    expect(names).toHaveLength(20)
    expect(hooks.map(({ event }) => event)).toEqual([...officialEvents.values()])
    expect(unsupported.map(({ name }) => name)).toEqual([...officialOtherEvents])
    expect(notices).toHaveLength(officialOtherEvents.size)
  })

  it.each([
    ['Shell', 'Bash', true],
    ['Bash', 'Bash', true],
    ['WriteFile|StrReplaceFile', 'Edit', true],
    ['^Ba', 'Bash', true],
    ['sh$', 'Bash', true],
    ['Write', 'Bash', false],
  ])('O3 searches %j in %s: %s', (matcher, value, expected) => {
    const { hooks } = read(`[[hooks]]\nevent="PreToolUse"\nmatcher='${matcher}'\ncommand="x"`)
    expect(hooks[0]!.matcher.test({ value, toolInput: {} })).toBe(expected)
  })

  it('runs a hook with a matcher on an event that has none every time, and says so', () => {
    const { hooks, notices } = read('[[hooks]]\nevent="Stop"\nmatcher="x"\ncommand="x"')
    expect(hooks[0]!.matcher.test({ value: undefined })).toBe(true)
    expect(notices.map(({ message }) => message)).toEqual([
      'Stop has nothing that a matcher could test: the hook runs every time.',
    ])
  })

  it('reads fail_mode', () => {
    const { hooks } = read('[[hooks]]\nevent="PreToolUse"\ncommand="x"\nfail_mode="closed"')
    expect(new Set(Object.values(hooks[0]!.onFailure))).toEqual(new Set(['deny']))
  })

  it.each(['0', '601', '-1', '0.5'])('refuses a timeout of %s seconds', (timeout) => {
    const problems = problemsOf(`[[hooks]]\nevent="Stop"\ncommand="x"\ntimeout=${timeout}`)
    expect(problems).toHaveLength(1)
    expect(problems[0]!.message).toMatch(/^hooks\[0\]\.timeout: found /)
  })
})
