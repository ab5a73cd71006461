import { oneOf, optional, text } from './schema/field.ts'

export const permissionModes = ['default', 'autoEdit', 'yolo', 'plan'] as const

export type PermissionMode = (typeof permissionModes)[number]

/** What every event carries besides its own fields; the session fills them in. */
export const commonInput = {
  sessionId: text('The session the event belongs to.'),
  hookEventName: text('Name of the event.'),
  hookExecutionId: text('Unique for every run of every hook.'),
  timestamp: text('When the event fired, ISO 8601.'),
  projectDir: text('Root of the project the session works in.'),
  permissionMode: oneOf(permissionModes, 'The permission mode in force.'),
  cwd: text('Working directory of the session.'),
  transcriptPath: optional(text('File with the transcript of the session.')),
  agentId: optional(text('Inside a sub-agent: its id.')),
  agentType: optional(text('Inside a sub-agent: its kind.')),
  parentAgentId: optional(text('Inside a sub-agent: who started it.')),
}
