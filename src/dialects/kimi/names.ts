import type { EventName } from '../../protocol/event-types.ts'

/** Event names of the tables form, `[[hooks.before_tool]]`. */
export const kimiEvents: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['session_start', 'SessionStart'],
  ['session_end', 'SessionEnd'],
  ['before_agent', 'TurnStart'],
  ['after_agent', 'TurnEnd'],
  ['before_tool', 'PreToolUse'],
  ['after_tool', 'PostToolUse'],
  ['after_tool_failure', 'PostToolUseFailure'],
  ['subagent_start', 'SubagentStart'],
  ['subagent_stop', 'SubagentStop'],
  ['pre_compact', 'Compaction'],
  ['before_stop', 'Stop'],
])

/** Events at which hooks of the tables form may block; the event table knows some of them as observers. */
export const kimiBlocks: ReadonlySet<EventName> = new Set<EventName>([
  'PreToolUse',
  'TurnStart',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'Compaction',
])

/** Event names of the official array form, `[[hooks]]`, that Hookline hosts. */
export const officialEvents: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['SessionStart', 'SessionStart'],
  ['UserPromptSubmit', 'UserPromptSubmit'],
  ['TurnStarted', 'TurnStart'],
  ['PreToolUse', 'PreToolUse'],
  ['PermissionRequest', 'PermissionRequest'],
  ['PostToolUse', 'PostToolUse'],
  ['PostToolUseFailure', 'PostToolUseFailure'],
  ['Notification', 'Notification'],
  ['SubagentStart', 'SubagentStart'],
  ['SubagentStop', 'SubagentStop'],
  ['Stop', 'Stop'],
  ['PreCompact', 'Compaction'],
  ['SessionEnd', 'SessionEnd'],
])

/** The rest of the official catalogue: kept, never run, announced. */
export const officialOtherEvents: ReadonlySet<string> = new Set([
  'UserPromptQueued',
  'PermissionResult',
  'SessionHeartbeat',
  'TaskStarted',
  'StopFailure',
  'Interrupt',
  'PostCompact',
])

/** Kimi's names of tools, where they differ from ours. */
export const kimiTools: ReadonlyMap<string, string> = new Map([
  ['Bash', 'Shell'],
  ['Write', 'WriteFile'],
  ['Read', 'ReadFile'],
  ['Edit', 'StrReplaceFile'],
])
