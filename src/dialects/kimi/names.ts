import type { EventName } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'

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

type FieldWriter = (input: FullInput) => Record<string, unknown>

/** Fields of the tables form that Hookline calls otherwise or does not have. */
export const kimiFields: { readonly [E in EventName]?: FieldWriter } = {
  TurnStart: (input) => ({ prompt: input.userPrompt }),
  SubagentStart: (input) => ({ agent_name: input['agentType'] }),
  SubagentStop: (input) => ({ agent_name: input['agentType'] }),
  Stop: (input) => ({ final_message: input['finalMessage'] ?? writeFinalMessage(input['finalResponse']) }),
}

function writeFinalMessage(response: unknown): { role: string; content: unknown } | null {
  return response === undefined ? null : { role: 'assistant', content: response }
}

/** The fields of each event in the official form, besides the common ones. */
export const officialFields: { readonly [E in EventName]?: FieldWriter } = {
  SessionStart: (input) => ({ source: input['source'], model: input['model'] }),
  UserPromptSubmit: (input) => ({ prompt: [{ type: 'text', text: input.userPrompt }] }),
  TurnStart: (input) => ({ prompt: input.userPrompt }),
  PostToolUse: (input) => ({ tool_output: writeAsText(input.toolOutput) }),
  PostToolUseFailure: (input) => ({
    error: { code: input['errorType'] ?? 'internal', message: errorText(input['error']), retryable: false },
  }),
  Notification: (input) => ({
    notification_type: input['notificationType'],
    title: input['title'] ?? '',
    body: input['message'],
  }),
  SubagentStart: (input) => ({ agent_name: input['agentType'], prompt: input['taskDescription'] ?? '' }),
  SubagentStop: (input) => ({ agent_name: input['agentType'], response: input['resultSummary'] ?? '' }),
  Stop: (input) => ({ stop_hook_active: input['stopHookActive'] }),
  Compaction: (input) => ({ trigger: input['trigger'], token_count: input['tokensBefore'] }),
  SessionEnd: (input) => ({ reason: input['reason'] }),
}

// Its tools only ever return text, and its scripts rely on that.
function writeAsText(output: unknown): unknown {
  return typeof output === 'string' || output === undefined ? output : JSON.stringify(output)
}

function errorText(error: unknown): unknown {
  return error instanceof Error ? error.message : error
}
