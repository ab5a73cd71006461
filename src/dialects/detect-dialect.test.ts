import { describe, expect, it } from 'vitest'
import { type DetectionHints, detectDialect } from './detect-dialect.ts'

const group = [{ hooks: [{ command: 'x' }] }]
const both = { hooks: { PreToolUse: group } }

const cases: [string, unknown, DetectionHints, string][] = [
  ['a list under hooks', { hooks: [{ event: 'Stop', command: 'x' }] }, {}, 'kimi-official'],
  ['tables of events', { hooks: { before_tool: [] } }, { format: 'toml' }, 'kimi'],
  ['a misspelt table in TOML', { hooks: { before_tol: [] } }, { format: 'toml' }, 'kimi'],
  ['a misspelt event in JSON', { hooks: { pre_tool_use: [] } }, { format: 'json' }, 'blade'],
  ['bare tables', { after_tool: [] }, {}, 'kimi'],
  ['groups under a name that is native too', { hooks: { pre_compact: group } }, { format: 'json' }, 'blade'],
  ['tables under such a name', { hooks: { pre_compact: [{ command: 'x' }] } }, { format: 'json' }, 'kimi'],
  ['groups under it beside tables', { hooks: { pre_compact: group, before_tool: [] } }, {}, 'kimi'],
  ['tables in a folder of Claude', { hooks: { before_tool: [] } }, { file: '/p/.claude/settings.json' }, 'kimi'],
  ['hooks that both know', both, {}, 'blade'],
  ['the bare section', { PreToolUse: group }, { file: '/p/hooks.json' }, 'blade'],
  ['a TOML file', both, { format: 'toml', file: '/p/hooks.toml' }, 'blade'],
  ['an empty object', {}, {}, 'blade'],
  ['no object', 'text', {}, 'blade'],
  ['settings of the project', both, { file: '/p/.claude/settings.json' }, 'claude'],
  ['local settings', both, { file: '/p/.claude/settings.local.json' }, 'claude'],
  ['settings elsewhere', both, { file: '/etc/x/managed-settings.json' }, 'claude'],
  ['an empty file of Kimi', {}, { file: '/h/.kimi/config.toml', format: 'toml' }, 'kimi'],
  ['an empty file of the newer Kimi', {}, { file: '/h/.kimi-code/config.toml', format: 'toml' }, 'kimi-official'],
  ['a permission mode', { ...both, permissions: { defaultMode: 'plan' } }, {}, 'claude'],
  ['permission lists alone', { hooks: { ...both.hooks, permissions: { deny: ['Read'] } } }, {}, 'blade'],
  ['env', { ...both, env: {} }, {}, 'claude'],
  ['a model', { ...both, model: 'opus' }, {}, 'claude'],
  ['disableAllHooks', { ...both, disableAllHooks: true }, {}, 'claude'],
  ['a schema of Claude', { ...both, $schema: 'https://json.schemastore.org/claude-code-settings.json' }, {}, 'claude'],
  ['a schema of ours', { ...both, $schema: 'https://example.test/hookline.json' }, {}, 'blade'],
  ['an event only Claude has', { hooks: { PostToolBatch: group } }, {}, 'claude'],
  ['an event only we have', { hooks: { TurnStart: group } }, {}, 'blade'],
  ['a native setting', { hooks: { PreToolUse: group, failureBehavior: 'deny' } }, {}, 'blade'],
  [
    'a native setting beside a hook of Claude',
    { hooks: { strict: true, Stop: [{ hooks: [{ type: 'mcp_tool' }] }] } },
    {},
    'blade',
  ],
  ['a callback', { PreToolUse: [() => undefined] }, {}, 'blade'],
  ['commands as a map', { hooks: { PreToolUse: { bash: 'echo pre' } } }, {}, 'claude'],
  ['a hook of type mcp_tool', { hooks: { Stop: [{ hooks: [{ type: 'mcp_tool' }] }] } }, {}, 'claude'],
  ['args without exec', { hooks: { Stop: [{ hooks: [{ command: 'x', args: [] }] }] } }, {}, 'claude'],
  ['args with exec', { hooks: { Stop: [{ hooks: [{ exec: 'x', args: [] }] }] } }, {}, 'blade'],
  ['onFailure block', { hooks: { Stop: [{ hooks: [{ command: 'x', onFailure: 'block' }] }] } }, {}, 'claude'],
  ['asyncRewake', { hooks: { Stop: [{ hooks: [{ command: 'x', asyncRewake: true }] }] } }, {}, 'claude'],
]

describe('detectDialect', () => {
  it.each(cases)('takes %s', (_, value, hints, expected) => {
    expect(detectDialect(value, hints)).toBe(expected)
  })
})
