/** A tool call as Claude Code sends it. */
export function toolCall(command: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    session_id: 's1',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    ...changes,
  })
}

/** A native configuration with one command hook before tool calls. */
export function guardWith(command: string, changes: Record<string, unknown> = {}): object {
  return { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, id: 'guard', ...changes }] }] }
}
