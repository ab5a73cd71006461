import type { EventName } from '../../protocol/event-types.ts'
import { bladeEvents } from '../blade/names.ts'

/** Claude's own names of the events that Hookline hosts. */
export const claudeEvents: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['SessionStart', 'SessionStart'],
  ['UserPromptSubmit', 'UserPromptSubmit'],
  ['PreToolUse', 'PreToolUse'],
  ['PermissionRequest', 'PermissionRequest'],
  ['PostToolUse', 'PostToolUse'],
  ['PostToolUseFailure', 'PostToolUseFailure'],
  ['Notification', 'Notification'],
  ['SubagentStart', 'SubagentStart'],
  ['SubagentStop', 'SubagentStop'],
  ['Stop', 'Stop'],
  ['TaskCompleted', 'TaskCompleted'],
  ['PreCompact', 'Compaction'],
  ['SessionEnd', 'SessionEnd'],
])

/** The rest of Claude's catalogue: hooks on these events are kept, never run, and announced. */
export const claudeOtherEvents: ReadonlySet<string> = new Set([
  'PostToolBatch',
  'UserPromptExpansion',
  'StopFailure',
  'PostCompact',
  'PreModelSwitch',
  'PostModelSwitch',
  'PermissionDenied',
  'Setup',
  'TeammateIdle',
  'TaskCreated',
  'Elicitation',
  'ElicitationResult',
  'ConfigChange',
  'WorktreeCreate',
  'WorktreeRemove',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'MessageDisplay',
])

/** The event that a name in a settings file stands for: Claude's names first, Hookline's own besides. */
export function findClaudeEvent(name: string): EventName | undefined {
  return claudeEvents.get(name) ?? bladeEvents.get(name)
}

/** Claude's words for the permission modes. */
export const claudeModes: Readonly<Record<string, string>> = {
  default: 'default',
  autoEdit: 'acceptEdits',
  yolo: 'bypassPermissions',
  plan: 'plan',
}

/** Claude's names of fields that Hookline calls otherwise. A payload carries both: scripts written for Claude look for these. */
export const claudeFields: { readonly [E in EventName]?: Readonly<Record<string, string>> } = {
  UserPromptSubmit: { prompt: 'userPrompt' },
  TurnStart: { prompt: 'userPrompt' },
  PostToolUse: { tool_response: 'toolOutput' },
  Stop: { reason: 'stopReason', last_assistant_message: 'finalResponse' },
  SubagentStop: { last_assistant_message: 'resultSummary' },
}

/** Fields that Claude always sends and Hookline may not know. */
export const claudeDefaults: { readonly [E in EventName]?: Readonly<Record<string, unknown>> } = {
  SubagentStop: { stop_hook_active: false },
  Compaction: { custom_instructions: '' },
}
