import type { Dialect } from '../../protocol/dialect.ts'

/** What changes for every hook when a file moves from one dialect to another: what it reads, and how its answers are meant. */
export function describeChange(from: Dialect, to: Dialect): string[] {
  const notes = [`Scripts now read ${payloads[to.name]}.`]
  if (from.inputRewrite !== to.inputRewrite) notes.push(rewrites[to.inputRewrite])
  if (from.plainAllow !== to.plainAllow) notes.push(allows[to.plainAllow])
  if (from.baseEnv !== to.baseEnv) notes.push(environments[to.baseEnv])
  if (from.sequential !== to.sequential) {
    notes.push(to.sequential ? 'Hooks of one event run one after the other.' : 'Hooks of one event run together.')
  }
  return notes
}

const payloads: Readonly<Record<Dialect['name'], string>> = {
  blade:
    'the native payload: hook_event_name, project_dir, tool_output, user_prompt, and tools named Bash, Write, Read, Edit',
  claude: "Claude's payload: hook_event_name, cwd, tool_response, prompt, and tools named Bash, Write, Read, Edit",
  kimi: "Kimi's payload: event_type, work_dir, and tools named Shell, WriteFile, ReadFile, StrReplaceFile",
  'kimi-official': "Kimi's payload: hook_event_name, cwd, tool_call_id, tool_output, and paths under path",
}

const rewrites = {
  merge: 'A rewritten input is merged into the old one; it replaced it before.',
  replace: 'A rewritten input replaces the old one whole; it was merged before.',
} as const

const allows = {
  approves: 'A plain "decision": "allow" approves the call; it was no opinion before.',
  noOpinion: 'A plain "decision": "allow" is no opinion; it approved the call before.',
} as const

const environments = {
  allowList: 'Hooks see only harmless variables of the host; name others under passEnv.',
  host: "Hooks see the host's environment.",
} as const
