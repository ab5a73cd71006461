import type { FullInput } from '../protocol/full-input.ts'

/** The variables that hooks of every dialect see. */
export function commonEnvironment(input: FullInput): Record<string, string> {
  return cleanEnvironment({
    HOOKLINE_EVENT: input.event,
    HOOKLINE_SESSION_ID: input.sessionId,
    HOOKLINE_PROJECT_DIR: input.projectDir,
    CLAUDE_PROJECT_DIR: input.projectDir,
  })
}

/** Variables as a process can take them: absent ones left out, NUL characters replaced, since with one nothing would start. */
export function cleanEnvironment(variables: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined) clean[name] = value.replaceAll('\0', '\uFFFD')
  }
  return clean
}
