import { describe, expect, it } from 'vitest'
import type { Power } from '../protocol/define-event.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { type EventName, eventNames } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import { dialects } from './index.ts'

const names = Object.keys(dialects) as DialectName[]

const input: FullInput = {
  event: 'PreToolUse',
  sessionId: 's1',
  hookExecutionId: 'r1',
  timestamp: '2026-01-15T02:30:00Z',
  projectDir: '/p',
  permissionMode: 'default',
  cwd: '/p/src',
  toolName: 'Bash',
  toolUseId: 't1',
  toolInput: { command: 'ls' },
}

function eventsWith(name: DialectName, power: Power): EventName[] {
  return eventNames.filter((event) => dialects[name].can(event, power) && dialects[name].eventName(event) !== undefined)
}

describe('dialects', () => {
  it('know what their hooks may block', () => {
    expect(Object.fromEntries(names.map((name) => [name, eventsWith(name, 'block')]))).toEqual({
      blade: [
        'UserPromptSubmit',
        'TurnStart',
        'PreToolUse',
        'PermissionRequest',
        'SubagentStop',
        'Stop',
        'TaskCompleted',
        'Compaction',
      ],
      claude: [
        'UserPromptSubmit',
        'PreToolUse',
        'PermissionRequest',
        'SubagentStop',
        'Stop',
        'TaskCompleted',
        'Compaction',
      ],
      kimi: ['TurnStart', 'PreToolUse', 'SubagentStart', 'SubagentStop', 'Stop', 'Compaction'],
      'kimi-official': [
        'UserPromptSubmit',
        'TurnStart',
        'PreToolUse',
        'PermissionRequest',
        'SubagentStop',
        'Stop',
        'Compaction',
      ],
    })
  })

  it('know when plain text is context', () => {
    const context = (name: DialectName): EventName[] =>
      eventNames.filter((event) => dialects[name].textIsContext(event))
    expect(context('blade')).toEqual(['SessionStart', 'UserPromptSubmit'])
    expect(context('claude')).toEqual(['SessionStart', 'UserPromptSubmit'])
    const all = [
      'SessionStart',
      'UserPromptSubmit',
      'TurnStart',
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'SubagentStart',
      'SubagentStop',
      'Stop',
    ]
    expect(context('kimi')).toEqual(all)
    expect(context('kimi-official')).toEqual(all)
  })

  it('call events by their own names', () => {
    const called = (name: DialectName) => eventNames.map((event) => dialects[name].eventName(event) ?? '-').join(' ')
    expect(Object.fromEntries(names.map((name) => [name, called(name)]))).toEqual({
      blade:
        'SessionStart UserPromptSubmit TurnStart PreToolUse PermissionRequest PostToolUse PostToolUseFailure Notification SubagentStart SubagentStop Stop TaskCompleted Compaction TurnEnd SessionEnd',
      claude:
        'SessionStart UserPromptSubmit - PreToolUse PermissionRequest PostToolUse PostToolUseFailure Notification SubagentStart SubagentStop Stop TaskCompleted PreCompact - SessionEnd',
      kimi: 'session_start - before_agent before_tool - after_tool after_tool_failure - subagent_start subagent_stop before_stop - pre_compact after_agent session_end',
      'kimi-official':
        'SessionStart UserPromptSubmit TurnStarted PreToolUse PermissionRequest PostToolUse PostToolUseFailure Notification SubagentStart SubagentStop Stop - PreCompact - SessionEnd',
    })
  })

  it('call tools by their own names', () => {
    const tools = ['Bash', 'Write', 'Read', 'Edit', 'Grep', 'mcp__a__b', 'constructor']
    const called = (name: DialectName) => tools.map((tool) => dialects[name].toolName(tool))
    expect(called('kimi')).toEqual([
      'Shell',
      'WriteFile',
      'ReadFile',
      'StrReplaceFile',
      'Grep',
      'mcp__a__b',
      'constructor',
    ])
    for (const name of ['blade', 'claude', 'kimi-official'] as const) expect(called(name)).toEqual(tools)
  })

  it('B3.13 and K10 tell a command about the event in variables of their own', () => {
    const always = {
      HOOKLINE_EVENT: 'PreToolUse',
      HOOKLINE_SESSION_ID: 's1',
      HOOKLINE_PROJECT_DIR: '/p',
      CLAUDE_PROJECT_DIR: '/p',
    }
    const kimi = { KIMI_SESSION_ID: 's1', KIMI_WORK_DIR: '/p', KIMI_PROJECT_DIR: '/p', KIMI_ENV_FILE: '/p/.kimi/env' }
    expect(
      Object.fromEntries(names.map((name) => [name, dialects[name].environment(input, { envFile: '/tmp/e' })])),
    ).toEqual({
      blade: {
        ...always,
        BLADE_PROJECT_DIR: '/p',
        BLADE_SESSION_ID: 's1',
        BLADE_HOOK_EVENT: 'PreToolUse',
        BLADE_TOOL_NAME: 'Bash',
        BLADE_TOOL_USE_ID: 't1',
      },
      claude: always,
      kimi: { ...always, ...kimi },
      'kimi-official': { ...always, ...kimi },
    })
  })

  it('name the env file of claude on SessionStart only', () => {
    const start: FullInput = { ...input, event: 'SessionStart' }
    expect(dialects.claude.environment(start, { envFile: '/tmp/e' })).toHaveProperty('CLAUDE_ENV_FILE', '/tmp/e')
    expect(dialects.claude.environment(start, {})).not.toHaveProperty('CLAUDE_ENV_FILE')
    expect(dialects.claude.environment({ ...input, event: 'Stop' }, { envFile: '/tmp/e' })).not.toHaveProperty(
      'CLAUDE_ENV_FILE',
    )
  })

  it('F09 give no variable that a process could not be started with', () => {
    for (const name of names) {
      const variables = dialects[name].environment({ ...input, toolName: 'a\0b', sessionId: 's\0' }, {})
      expect(Object.values(variables).filter((value) => value.includes('\0'))).toEqual([])
      expect(variables['HOOKLINE_SESSION_ID']).toBe('s\uFFFD')
    }
  })

  it('say how their answers are meant', () => {
    const traits = names.map((name) => {
      const { sequential, inputRewrite, plainAllow, baseEnv } = dialects[name]
      return [name, sequential, inputRewrite, plainAllow, baseEnv]
    })
    expect(traits).toEqual([
      ['blade', false, 'merge', 'approves', 'allowList'],
      ['claude', false, 'replace', 'approves', 'host'],
      ['kimi', true, 'merge', 'noOpinion', 'host'],
      ['kimi-official', false, 'merge', 'noOpinion', 'host'],
    ])
  })

  it('give a rewritten input back unchanged where they have no names of their own', () => {
    for (const name of ['blade', 'claude'] as const) {
      const seen = dialects[name].toolInput('Write', { file_path: 'a' })
      expect(seen).toEqual({ file_path: 'a' })
      expect(dialects[name].readToolInput({ toolName: 'Write', seen, rewritten: { path: 'b' } })).toEqual({
        input: { path: 'b' },
        conflicts: [],
      })
    }
  })

  it('fill templates in kimi from the payload the hook would read', () => {
    const filled = dialects.kimi.fillTemplates!('x {{tool_name}} {{event_type}} {{tool_input.path}}', {
      ...input,
      toolName: 'Write',
      toolInput: { file_path: '/p/src/a.py' },
    })
    expect(filled).toEqual({
      command: 'x "$HOOKLINE_TEMPLATE_1" "$HOOKLINE_TEMPLATE_2" "$HOOKLINE_TEMPLATE_3"',
      env: { HOOKLINE_TEMPLATE_1: 'WriteFile', HOOKLINE_TEMPLATE_2: 'before_tool', HOOKLINE_TEMPLATE_3: 'src/a.py' },
    })
    expect(names.filter((name) => dialects[name].fillTemplates)).toEqual(['kimi'])
  })
})
