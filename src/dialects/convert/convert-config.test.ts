import { expect, test } from 'vitest'
import { HookError } from '../../base/errors.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { type Conversion, convertConfig as convertSource } from './convert-config.ts'

type TextConversion = Omit<Conversion, 'source'> & { text: string }

const convertConfig = ({ text, ...rest }: TextConversion) => convertSource({ source: { text }, ...rest })

function convertNative(hooks: object, to: DialectName): { text: string; rows: string[] } {
  return convert({ text: JSON.stringify({ hooks }), from: 'blade', to })
}

function convert(conversion: TextConversion): { text: string; rows: string[] } {
  const { text, report } = convertConfig(conversion)
  return {
    text,
    rows: report.map(({ event, fidelity, how, why }) =>
      [event, fidelity, ...(how ?? []), why].filter(Boolean).join(': '),
    ),
  }
}

const pre = (hook: object, matcher?: unknown): object => ({
  PreToolUse: [{ ...(matcher !== undefined && { matcher }), hooks: [hook] }],
})

test('turns native hooks into a settings file of Claude Code, units and defaults translated', () => {
  const { text, rows } = convertNative(
    {
      defaultTimeout: 20,
      PreToolUse: [
        {
          matcher: 'Edit|Write',
          hooks: [
            { command: './a.sh', timeout: '1500ms' },
            { exec: 'node', args: ['b c.js'] },
          ],
        },
        { matcher: 'mcp__.*', hooks: [{ command: './m.sh', timeout: 600, if: 'mcp__x', statusMessage: 'S' }] },
      ],
      Compaction: [{ matcher: 'auto', hooks: [{ command: './c.sh', async: true }] }],
    },
    'claude',
  )
  expect(JSON.parse(text)).toEqual({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Edit|Write',
          hooks: [
            { type: 'command', command: './a.sh', timeout: 1.5 },
            { type: 'command', command: 'node', args: ['b c.js'], timeout: 20 },
          ],
        },
        {
          matcher: '^mcp__.*$',
          hooks: [{ type: 'command', command: './m.sh', statusMessage: 'S', if: 'mcp__x' }],
        },
      ],
      PreCompact: [{ matcher: 'auto', hooks: [{ type: 'command', command: './c.sh', timeout: 20, async: true }] }],
    },
  })
  expect(rows).toEqual(['PreToolUse: honoured', 'PreToolUse: honoured', 'PreToolUse: honoured', 'Compaction: honoured'])
})

test("turns Kimi's tables into native hooks, names of tools and events translated", () => {
  const { text, rows } = convert({
    text: [
      '[[hooks.before_tool]]',
      'name = "guard"',
      'matcher = { tool = "Shell|WriteFile" }',
      'command = "guard"',
      'timeout = 5000',
      '[[hooks.after_agent]]',
      'command = "log"',
      'async_ = true',
    ].join('\n'),
    from: 'kimi',
    to: 'blade',
  })
  expect(JSON.parse(text)).toEqual({
    hooks: {
      version: 1,
      PreToolUse: [
        { matcher: 'Bash|Write', hooks: [{ name: 'guard', type: 'command', command: 'guard', timeout: 5 }] },
      ],
      TurnEnd: [{ hooks: [{ type: 'command', command: 'log', timeout: 30, async: true }] }],
    },
  })
  expect(rows).toEqual(['before_tool: honoured', 'after_agent: honoured'])
})

test("turns Claude's hooks into Kimi's tables", () => {
  const { text, rows } = convert({
    text: '{ // mine\n "hooks": {"PreToolUse": [{"matcher": "Bash, mcp__x", "hooks": [{"command": "a\\nb\\n", "timeout": 2}]}]}}',
    from: 'claude',
    to: 'kimi',
  })
  expect(text).toBe(
    "[[hooks.before_tool]]\ntype = \"command\"\nmatcher = { tool = \"Shell|mcp__x\" }\ncommand = '''\na\nb\n'''\ntimeout = 2000\n",
  )
  expect(rows).toEqual(['PreToolUse: honoured'])
})

test('turns native hooks into the official form, expressions anchored', () => {
  const { text, rows } = convertNative(
    {
      PreToolUse: [{ matcher: 'Bash|Edit', hooks: [{ command: 'a', timeout: 30 }] }],
      Stop: [{ hooks: [{ command: 's', timeout: 2.5 }] }],
    },
    'kimi-official',
  )
  expect(text).toBe(
    '[[hooks]]\nevent = "PreToolUse"\nmatcher = "^(?:Bash|Edit)$"\ncommand = "a"\n\n[[hooks]]\nevent = "Stop"\ncommand = "s"\ntimeout = 3\n',
  )
  expect(rows).toEqual(['PreToolUse: honoured', 'Stop: weakened: timeout becomes 3000 ms, was 2500 ms'])
})

test.each([
  ['a search', 'Bash', '(?:Bash)'],
  ['a search with an anchor', '^Ba', '^Ba'],
  ['what is anchored at both ends', '^(?:Bash|Edit)$', 'Bash|Edit'],
])('keeps %s of the official form what it is in Claude', (_, written, expected) => {
  const text = `[[hooks]]\nevent = "PreToolUse"\nmatcher = '${written}'\ncommand = "a"\n`
  const { text: settings } = convert({ text, from: 'kimi-official', to: 'claude' })
  expect(JSON.parse(settings).hooks.PreToolUse[0].matcher).toBe(expected)
})

test.each<[string, object, DialectName, string]>([
  [
    'once',
    pre({ command: 'a', once: true }),
    'claude',
    'Claude Code ignores once in settings files: the hook runs every time',
  ],
  ['once', pre({ command: 'a', once: true }), 'kimi', 'once is lost: the hook runs every time'],
  [
    'async',
    { Stop: [{ hooks: [{ command: 'a', async: true }] }] },
    'kimi-official',
    'async is lost: the hook is waited for and counts',
  ],
  ['statusMessage', pre({ command: 'a', statusMessage: 's' }), 'kimi', 'statusMessage is lost'],
  ['id and samples', pre({ command: 'a', id: 'x', mustDeny: ['rm'] }), 'claude', 'id, mustDeny are lost'],
  [
    'a mixed policy',
    pre({ command: 'a', onFailure: { timeout: 'ask' } }),
    'claude',
    'every failure denies: Claude Code has one policy for all classes and cannot ask',
  ],
  [
    'a policy',
    { Stop: [{ hooks: [{ command: 'a', onFailure: 'deny' }] }] },
    'claude',
    'Claude Code lets it pass when this hook fails',
  ],
  [
    'a policy',
    pre({ command: 'a', onFailure: 'deny' }),
    'kimi',
    'Kimi itself lets it pass when this hook fails; Hookline honours onFailure',
  ],
  ['a policy', pre({ command: 'a', onFailure: 'deny' }), 'kimi-official', 'Kimi lets it pass when this hook fails'],
  ['a long timeout', pre({ command: 'a', timeout: 700 }), 'kimi', 'timeout becomes 600000 ms, was 700000 ms'],
  [
    'a matcher on a source',
    { SessionStart: [{ matcher: 'resume', hooks: [{ command: 'a' }] }] },
    'kimi',
    'the matcher is left out: Kimi matches tools only, so the hook runs every time',
  ],
  [
    'an if',
    pre({ command: 'a', if: 'Bash(git push *)' }),
    'kimi',
    "Bash(git push *) becomes a search in the text of the tool's input",
  ],
  [
    'two globs',
    pre({ command: 'a' }, { tools: 'Bash', commands: ['npm *', 'yarn *'] }),
    'claude',
    'it becomes 2 entries, one for each of Bash(npm *), Bash(yarn *)',
  ],
  [
    'an event',
    { TurnStart: [{ hooks: [{ command: 'a' }] }] },
    'claude',
    'UserPromptSubmit stands for it: it runs when the prompt is submitted, before it is accepted',
  ],
  [
    'an event',
    { UserPromptSubmit: [{ hooks: [{ command: 'a' }] }] },
    'kimi',
    'before_agent stands for it: it runs when the agent begins to work on the prompt, and cannot rewrite it',
  ],
  [
    'a gate',
    { SubagentStop: [{ hooks: [{ command: 'a' }] }] },
    'kimi-official',
    'Kimi does not let a hook refuse SubagentStop',
  ],
  [
    'an observer',
    { SubagentStart: [{ hooks: [{ command: 'a' }] }] },
    'kimi',
    'exit 2 or a deny refuses subagent_start there',
  ],
  ['a variable', pre({ command: '"$BLADE_PROJECT_DIR"/a' }), 'claude', 'Claude Code does not set BLADE_PROJECT_DIR'],
  [
    'tools of an agent',
    { Stop: [{ hooks: [{ type: 'agent', prompt: 'p', tools: ['Read'] }] }] },
    'claude',
    'tools is lost: Claude Code chooses the tools of the agent',
  ],
  ['a prompt', pre({ type: 'prompt', prompt: 'p' }), 'claude', 'a no of the model also ends the turn in Claude Code'],
  [
    'an http hook',
    { SessionStart: [{ hooks: [{ type: 'http', url: 'https://x.test/' }] }] },
    'claude',
    'Claude Code delivers no http hook at SessionStart',
  ],
  [
    'reap',
    pre({ command: 'a', reap: 'all' }),
    'claude',
    'reap is lost: what the hook leaves running is not looked after',
  ],
  ['a disabled hook', pre({ command: 'a', enabled: false }), 'claude', 'it is switched off and was left out'],
])('tells that %s is weakened (case %#)', (_, hooks, to, how) => {
  const { report } = convertConfig({ text: JSON.stringify({ hooks }), from: 'blade', to })
  expect(report).toHaveLength(1)
  expect(report[0]).toMatchObject({ fidelity: 'weakened', how: [how] })
})

test.each<[string, object, DialectName, string]>([
  ['a worker', pre({ type: 'worker', command: 'w' }), 'claude', 'Claude Code has no worker hooks'],
  ['a shadow hook', pre({ command: 'a', shadow: true }), 'claude', 'a shadow hook does not count, but there it would'],
  ['a prompt', pre({ type: 'prompt', prompt: 'p' }), 'kimi', 'Kimi runs commands only, not prompt hooks'],
  [
    'an http hook',
    pre({ type: 'http', url: 'https://x.test/' }),
    'kimi-official',
    'Kimi runs commands only, not http hooks',
  ],
  ['an event', { TaskCompleted: [{ hooks: [{ command: 'a' }] }] }, 'kimi', 'Kimi has no such event'],
  [
    'a matcher on input',
    pre({ command: 'a' }, { tools: 'Bash(npm *)' }),
    'kimi-official',
    "Kimi matches names only and cannot test a tool's input",
  ],
  [
    'an if beside such a matcher',
    pre({ command: 'a', if: 'Bash(git *)' }, { tools: 'Bash', commands: 'npm *' }),
    'claude',
    'it has an if and a matcher on the input; Claude Code takes one of them',
  ],
  [
    'a tangled matcher',
    pre({ command: 'a' }, { paths: 'src/**', commands: 'npm *' }),
    'claude',
    'its matcher combines tests that cannot be taken apart',
  ],
  [
    'double braces',
    pre({ command: 'docker ps --format {{.ID}}' }),
    'kimi',
    'Kimi would take the double braces of its command for a template',
  ],
])('tells that %s is impossible and leaves it out (case %#)', (_, hooks, to, why) => {
  const { text, report } = convertConfig({ text: JSON.stringify({ hooks }), from: 'blade', to })
  expect(report).toHaveLength(1)
  expect(report[0]).toMatchObject({ fidelity: 'impossible', why })
  expect(text).not.toContain('command')
})

test('tells what Kimi alone can do', () => {
  const { rows } = convert({
    text: [
      '[[hooks.before_tool]]\ncommand = "a"\nmatcher = { tool = "Shell", pattern = "rm -rf /|mkfs" }',
      '[[hooks.before_tool]]\ncommand = "b"\nmatcher = { pattern = "a+b" }',
      '[[hooks.before_tool]]\ncommand = "c"',
      '[[hooks.after_tool]]\ncommand = "black {{tool_input.file_path}}"',
      '[[hooks.before_stop]]\ncommand = "d"\nmatcher = { tool = "Shell" }',
      '[[hooks.subagent_start]]\ncommand = "e"',
    ].join('\n'),
    from: 'kimi',
    to: 'blade',
  })
  expect(rows).toEqual([
    'before_tool: weakened: the pattern "rm -rf /|mkfs" becomes Bash(*rm -rf /*), Bash(*mkfs*), which looks at commands and paths only',
    'before_tool: impossible: no matcher there can search the tool\'s input for "a+b"; test it in the command',
    'before_tool: weakened: it runs beside the hooks before it and not after them',
    'after_tool: impossible: only Kimi fills the template {{tool_input.file_path}}; read the value from stdin instead',
    'before_stop: impossible: a matcher on before_stop never matches in Kimi, so it never ran',
    'subagent_start: weakened: the native format does not let a hook refuse SubagentStart',
  ])
})

test('tells what Claude alone has', () => {
  const { rows } = convert({
    text: JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: '(?=x)y', hooks: [{ command: 'a' }] },
          { hooks: [{ type: 'mcp_tool', server: 's', tool: 't' }] },
        ],
        Stop: [{ hooks: [{ command: 'b', if: 'Bash(x)' }] }],
        PostToolBatch: [{ hooks: [{ command: 'c' }] }],
      },
    }),
    from: 'claude',
    to: 'blade',
  })
  expect(rows).toEqual([
    'PreToolUse: impossible: Invalid pattern ".*(?=x)y.*": look-ahead "(?=" is not available at position 2.',
    'PreToolUse: impossible: hooks of type mcp_tool are not hosted',
    'Stop: weakened: if is left out: the event has no tool call that it could test',
    'PostToolBatch: impossible: it is an event that Hookline does not host',
  ])
})

test('reports native settings that stay behind, with their place', () => {
  const text =
    '{\n  "maxConcurrentHooks": 2,\n  "permissions": {"deny": ["Bash(rm *)"]},\n  "guards": ["hookline:dangerous-commands"]\n}'
  expect(convertConfig({ text, file: 'hooks.json', from: 'blade', to: 'claude' }).report).toEqual([
    {
      place: { file: 'hooks.json', line: 2, column: 3, path: 'maxConcurrentHooks' },
      event: 'maxConcurrentHooks',
      fidelity: 'weakened',
      how: ['the number of hooks at once is not limited'],
    },
    {
      place: { file: 'hooks.json', line: 3, column: 3, path: 'permissions' },
      event: 'permissions',
      fidelity: 'impossible',
      why: 'permission rules are no hooks; put them where the agent keeps its own',
    },
    {
      place: { file: 'hooks.json', line: 4, column: 3, path: 'guards' },
      event: 'guards',
      fidelity: 'impossible',
      why: 'built-in guard packs exist in native files only',
    },
  ])
})

test('gives every row its place and what it runs', () => {
  const text = '[[hooks.before_tool]]\ncommand = """\nfirst line\nsecond"""\n'
  expect(convertConfig({ text, file: 'c.toml', from: 'kimi', to: 'blade' }).report).toEqual([
    {
      place: { file: 'c.toml', line: 1, column: 1, path: 'hooks.before_tool[0]' },
      event: 'before_tool',
      runs: 'first line',
      fidelity: 'honoured',
    },
  ])
})

test('carries a whole file that is switched off', () => {
  const off = { enabled: false, Stop: [{ hooks: [{ command: 'a' }] }] }
  expect(JSON.parse(convertNative(off, 'claude').text)).toMatchObject({ disableAllHooks: true, hooks: { Stop: {} } })
  expect(convertNative(off, 'kimi')).toEqual({
    text: '',
    rows: ['Stop: weakened: it is switched off and was left out'],
  })
})

test('puts directory and variables into the command where the format has no keys for them', () => {
  const { text } = convertNative(pre({ exec: 'my prog', args: ["it's"], cwd: 'sub dir', env: { A: 'x y' } }), 'claude')
  expect(JSON.parse(text).hooks.PreToolUse[0].hooks[0].command).toBe(
    "cd 'sub dir' || exit 1\nexport A='x y'\n'my prog' 'it'\\''s'",
  )
})

test('says what changes for every hook', () => {
  const notes = (from: DialectName, to: DialectName): string[] =>
    convertConfig({ text: from === 'kimi' ? '' : '{}', from, to }).notes
  expect(notes('kimi', 'claude')).toEqual([
    "Scripts now read Claude's payload: hook_event_name, cwd, tool_response, prompt, and tools named Bash, Write, Read, Edit.",
    'A rewritten input replaces the old one whole; it was merged before.',
    'A plain "decision": "allow" approves the call; it was no opinion before.',
    'Hooks of one event run together.',
  ])
  expect(notes('claude', 'blade')).toEqual([
    'Scripts now read the native payload: hook_event_name, project_dir, tool_output, user_prompt, and tools named Bash, Write, Read, Edit.',
    'A rewritten input is merged into the old one; it replaced it before.',
    'Hooks see only harmless variables of the host; name others under passEnv.',
  ])
})

const oneHook = JSON.stringify({ hooks: pre({ command: 'new' }, 'Bash') })

test('adds to a settings file and leaves everything else byte for byte', () => {
  const existing = `{
    // my settings
    "model": "opus",   // odd   spacing
    "hooks": {
        "PreToolUse": [
            /* first */ {"matcher": "Edit", "hooks": [{"type": "command", "command": "old"}]}
        ]
    }
}
`
  const { text } = convert({ text: oneHook, from: 'blade', to: 'claude', into: { text: existing } })
  const [before, after] = existing.split('"old"}]}')
  expect(text.startsWith(`${before}"old"}]}`)).toBe(true)
  expect(text.endsWith(after!)).toBe(true)
  expect(text.slice(before!.length, -after!.length)).toContain('"command": "new"')
  const again = convert({ text: oneHook, from: 'blade', to: 'claude', into: { text } })
  expect(again.text).toBe(text)
})

test('adds to settings that have no hooks yet, and to an empty file', () => {
  for (const text of ['{"model": "opus"}', '{"hooks": {}}', '']) {
    const merged = convert({ text: oneHook, from: 'blade', to: 'claude', into: { text } }).text
    expect(JSON.parse(merged).hooks).toEqual({
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'new', timeout: 60 }] }],
    })
  }
})

test('appends to TOML and leaves everything else byte for byte', () => {
  const existing = '# mine\nmodel = "k2"\n\n[hooks]\n[[hooks.before_tool]]\ncommand = "old"   # keep'
  const { text } = convert({ text: oneHook, from: 'blade', to: 'kimi', into: { text: existing } })
  expect(text).toBe(
    `${existing}\n\n[[hooks.before_tool]]\ntype = "command"\nmatcher = { tool = "Shell" }\ncommand = "new"\ntimeout = 60000\n`,
  )
  expect(convert({ text: oneHook, from: 'blade', to: 'kimi', into: { text } }).text).toBe(text)
})

test.each<[string, Partial<TextConversion>, string]>([
  ['a source that is not understood', { text: '{"hooks": {"PreToolUs": []}}' }, 'CONFIG_UNKNOWN_KEY'],
  ['a source that is no JSON', { text: '{"hooks": ' }, 'CONFIG_SYNTAX'],
  ['the same dialect twice', { to: 'blade' }, 'USAGE'],
  [
    'a target whose hooks have another form',
    { to: 'kimi', into: { text: '[[hooks]]\nevent = "Stop"\ncommand = "a"\n' } },
    'CONFIG_INVALID_VALUE',
  ],
  [
    'a target with a map of commands',
    { to: 'claude', into: { text: '{"hooks": {"PreToolUse": {"Bash": "a"}}}' } },
    'CONFIG_INVALID_VALUE',
  ],
  [
    'a target that is broken',
    { to: 'claude', into: { text: '{"hooks": {"PreToolUse": [{"hooks": []}]}}' } },
    'CONFIG_INVALID_VALUE',
  ],
  ['a target that is no JSON', { to: 'claude', into: { text: '{' } }, 'CONFIG_SYNTAX'],
])('refuses %s', (_, change, code) => {
  const attempt = (): unknown => convertConfig({ text: oneHook, from: 'blade', to: 'claude', ...change })
  expect(attempt).toThrow(HookError)
  expect(attempt).toThrow(expect.objectContaining({ code }))
})

test('reads a configuration that is code, whose callbacks stay behind', () => {
  const value = { PreToolUse: [() => undefined, { hooks: [{ command: 'a', timeout: 600 }] }] }
  const { text, report } = convertSource({ source: { value }, file: 'hooks.ts', from: 'blade', to: 'claude' })
  expect(JSON.parse(text)).toEqual({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'a' }] }] } })
  expect(report).toEqual([
    {
      place: { file: 'hooks.ts', path: 'PreToolUse[0]' },
      event: 'PreToolUse',
      fidelity: 'impossible',
      why: 'Claude Code has no callback hooks',
    },
    {
      place: { file: 'hooks.ts', path: 'PreToolUse[1].hooks[0]' },
      event: 'PreToolUse',
      runs: 'a',
      fidelity: 'honoured',
    },
  ])
})
