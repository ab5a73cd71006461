import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLazyHandler } from '../handlers/lazy-handler.ts'
import { createHooks } from '../hooks/create-hooks.ts'
import { createProvider } from '../models/index.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { checkRewrittenInput } from './check-input.ts'
import { Conversation } from './conversation.ts'
import { Session } from './session.ts'
import type { SessionConfig } from './session-options.ts'
import { readAgentKinds } from './subagents/agent-kinds.ts'
import { createTaskTool, taskToolName } from './subagents/task-tool.ts'
import { systemPrompt } from './system-prompt.ts'
import { createToolBox } from './tool-box.ts'
import { builtinTools } from './tools/index.ts'
import { Transcript } from './transcript.ts'

/**
 * Starts an agent session: finds the provider, reads the hooks, fires SessionStart. Rejects with a `HookError` when there is
 * no provider or a configuration cannot be understood.
 */
export async function createSession(config: SessionConfig = {}): Promise<Session> {
  const id = config.sessionId ?? randomUUID()
  const cwd = resolve(config.cwd ?? process.cwd())
  const env = config.env ?? process.env
  const provider = await createProvider(config.provider, env)
  let session: Session | undefined
  const builtin = builtinTools()
  const kinds = readAgentKinds(config.agents, [...builtin.map(({ name }) => name), taskToolName, ...ownNames(config)])
  const task = createTaskTool(kinds, (given, context) => session!.startSubagent(given, context))
  const tools = createToolBox(config, [...builtin, task])
  const observer = (step: ObservedStep): void => {
    session?.observe(step)
    config.observer?.(step)
  }
  const hooks = await createHooks(config.hooks, {
    cwd,
    env,
    observer,
    validateInput: checkRewrittenInput(tools),
    models: config.model === undefined ? provider : { ...provider, defaultModel: config.model },
    handlers: {
      agent: createLazyHandler(async () => {
        const { createAgentHookHandler } = await import('./agent-hook/agent-hook-handler.ts')
        return createAgentHookHandler({ config, provider, tools: () => tools, hooks: () => hookSession })
      }),
    },
    ...(config.typedHooks && { typedHooks: config.typedHooks }),
    ...(config.settingSources && { settingSources: config.settingSources }),
    ...(config.configFiles && { files: config.configFiles }),
  })
  const transcript = openTranscript(config, { id, cwd, env })
  const permissions = {
    allow: [...(config.permissions?.allow ?? []), ...(config.allowedTools ?? [])],
    ask: config.permissions?.ask ?? [],
    deny: [...(config.permissions?.deny ?? []), ...(config.disallowedTools ?? [])],
  }
  const hookSession = hooks.session({
    id,
    cwd,
    projectDir: cwd,
    permissions,
    ...(transcript && { transcriptPath: transcript.path }),
    ...(config.permissionMode && { permissionMode: config.permissionMode }),
    ...(config.canUseTool && { canUseTool: config.canUseTool }),
    ...(config.onAsk && { onAsk: config.onAsk }),
  })
  warnWhenNobodyCanApprove(config, permissions.allow)
  const system = config.systemPrompt ?? systemPrompt({ cwd, tools })
  const conversation = new Conversation(transcript)
  session = new Session({
    id,
    config,
    hooks,
    hookSession,
    provider,
    tools,
    kinds,
    system,
    transcript,
    conversation,
    cwd,
  })
  await session.start('startup')
  return session
}

function ownNames({ tools = [] }: SessionConfig): string[] {
  return tools.map((tool) => (typeof tool === 'string' ? tool : tool.name))
}

function openTranscript(
  config: SessionConfig,
  at: { id: string; cwd: string; env: Readonly<Record<string, string | undefined>> },
): Transcript | null {
  if (config.storage === false) return null
  const state = at.env['XDG_STATE_HOME'] || join(at.env['HOME'] || homedir(), '.local', 'state')
  const dir = config.storage?.dir ?? join(state, 'hookline', 'sessions', at.cwd.replace(/[^A-Za-z0-9]+/g, '-'))
  const name = at.id.replace(/[^A-Za-z0-9_-]/g, '_')
  return new Transcript({ path: join(dir, `${name}.jsonl`), sessionId: at.id, cwd: () => at.cwd })
}

function warnWhenNobodyCanApprove(config: SessionConfig, allow: readonly string[]): void {
  const mode = config.permissionMode ?? 'default'
  if (mode !== 'default' || config.canUseTool || config.onAsk || allow.length > 0) return
  const message =
    'This session asks before tools that write or execute, but there is nobody to ask: they will be denied. Give canUseTool, onAsk, permissions.allow, or another permissionMode.'
  process.emitWarning(message, { type: 'HooklineWarning', code: 'HOOKLINE_NOBODY_TO_ASK' })
}
