import type { EventName } from '../../protocol/event-types.ts'

/** Gemini CLI's own names of the events that Hookline hosts; the rest of its names are Claude's. */
export const geminiEvents: ReadonlyMap<string, EventName> = new Map<string, EventName>([
  ['BeforeAgent', 'UserPromptSubmit'],
  ['BeforeTool', 'PreToolUse'],
  ['AfterTool', 'PostToolUse'],
  ['AfterAgent', 'Stop'],
  ['PreCompress', 'Compaction'],
])

/** Its events around the model call, which Hookline does not host. */
export const geminiOtherEvents: ReadonlySet<string> = new Set(['BeforeModel', 'AfterModel', 'BeforeToolSelection'])

/** Gemini has one event for calls that worked and calls that did not. */
export const geminiFailure: EventName = 'PostToolUseFailure'

/** Our names of its tools; Qwen Code calls its tools so too. */
export const geminiTools: ReadonlyMap<string, string> = new Map([
  ['run_shell_command', 'Bash'],
  ['write_file', 'Write'],
  ['read_file', 'Read'],
  ['replace', 'Edit'],
  ['glob', 'Glob'],
  ['grep_search', 'Grep'],
  ['search_file_content', 'Grep'],
  ['list_directory', 'LS'],
  ['web_fetch', 'WebFetch'],
  ['google_web_search', 'WebSearch'],
])

/** Its words for the end of a session. */
export const geminiReasons: ReadonlyMap<string, string> = new Map([
  ['exit', 'user_exit'],
  ['prompt_input_exit', 'user_exit'],
])
