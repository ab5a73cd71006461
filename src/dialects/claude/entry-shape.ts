import { failureClasses, failurePolicies } from '../../protocol/failure.ts'
import {
  anyObject,
  duration,
  either,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  variantsBy,
} from '../../protocol/schema/field.ts'

const policy = oneOf(['block', ...failurePolicies], 'What a failure does to the call; block means deny.')

const options = {
  timeout: optional(duration('Time limit; a number is seconds.')),
  statusMessage: optional(text('Shown while the hook runs.')),
  if: optional(text('One permission rule that must match as well.')),
  once: optional(flag('Runs once per session.')),
  async: optional(flag('Never waited for, never counted.')),
  asyncRewake: optional(flag('As async.')),
  rewakeMessage: optional(text('Not used.')),
  rewakeSummary: optional(text('Not used.')),
  shell: optional(oneOf(['bash', 'powershell'], 'Shell to run the command; /bin/sh by default.')),
  continueOnBlock: optional(flag('Not used.')),
  onFailure: optional(
    either(
      [policy, objectOf(Object.fromEntries(failureClasses.map((name) => [name, optional(policy)])), 'Per class.')],
      'What a failure does to the call.',
    ),
  ),
} satisfies Shape

/** Keys that real files carry and that change nothing here; each use is announced. */
export const unusedKeys = ['rewakeMessage', 'rewakeSummary', 'continueOnBlock'] as const

const type = (name: string) => oneOf([name], 'Kind of the handler.')

const claudeEntry = variantsBy<ClaudeEntry>('type', 'command', {
  command: {
    type: optional(type('command')),
    command: text('Command line, or with args the program.'),
    args: optional(listOf(text('An argument.'), 'Arguments; then no shell is used.')),
    ...options,
  },
  prompt: { type: type('prompt'), prompt: text('The prompt.'), model: optional(text('Model to use.')), ...options },
  agent: { type: type('agent'), prompt: text('The task.'), model: optional(text('Model to use.')), ...options },
  http: {
    type: type('http'),
    url: text('Address the event is posted to.'),
    headers: optional(recordOf(text('A value.'), 'Headers of the request.')),
    allowedEnvVars: optional(listOf(text('Name of a variable.'), 'Variables that headers may use.')),
    ...options,
  },
  mcp_tool: {
    type: type('mcp_tool'),
    server: optional(text('Name of an MCP server.')),
    tool: optional(text('Name of its tool.')),
    input: optional(anyObject('Arguments of the tool.')),
    ...options,
  },
})

/** The shape of a group; its hooks are checked one by one. */
export const claudeGroup = {
  matcher: optional(text('Which calls the hooks are for.')),
  hooks: listOf(claudeEntry, 'The hooks.', 1),
} satisfies Shape

type Policy = 'block' | (typeof failurePolicies)[number]

/** One hook of a settings file, its shape checked. */
export interface ClaudeEntry {
  type?: 'command' | 'prompt' | 'agent' | 'http' | 'mcp_tool'
  command?: string
  args?: string[]
  prompt?: string
  model?: string
  url?: string
  headers?: Record<string, string>
  allowedEnvVars?: string[]
  timeout?: number | string
  statusMessage?: string
  if?: string
  once?: boolean
  async?: boolean
  asyncRewake?: boolean
  shell?: 'bash' | 'powershell'
  onFailure?: Policy | Partial<Record<(typeof failureClasses)[number], Policy>>
}
