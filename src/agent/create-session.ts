import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { HookError } from '../base/errors.ts'
import { followCallbacks, listCallbacksAbove } from '../handlers/callback-chain.ts'
import { createLazyHandler } from '../handlers/lazy-handler.ts'
import { createHooks } from '../hooks/create-hooks.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import { createProvider } from '../models/index.ts'
import { listModelSecrets } from '../models/list-model-secrets.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { deepestLineage } from '../store/enter-lineage.ts'
import { checkRewrittenInput } from './check-input.ts'
import { renderHistory } from './compaction/render-history.ts'
import { type McpPorts, McpServers } from './mcp/mcp-servers.ts'
import { Session } from './session.ts'
import type { SessionConfig } from './session-options.ts'
import { openSessionRecords } from './session-records.ts'
import { type Beginning, openConversation } from './storage/open-conversation.ts'
import { readAgentKinds } from './subagents/agent-kinds.ts'
import { createTaskTool, taskToolName } from './subagents/task-tool.ts'
import { Supervision } from './supervisor/supervision.ts'
import type { OpenSupervisor } from './supervisor/supervisor-port.ts'
import { systemPrompt } from './system-prompt.ts'
import { createToolBox } from './tool-box.ts'
import { builtinTools } from './tools/index.ts'

/**
 * Starts an agent session: finds the provider, reads the hooks, fires SessionStart. Rejects with a `HookError` when there is
 * no provider or a configuration cannot be understood.
 */
export function createSession(config: SessionConfig = {}, ports: SessionPorts = {}): Promise<Session> {
  return openSession(config, { kind: 'new' }, ports)
}

/** What stands to the right of the agent and is handed in by the package's entry. */
export interface SessionPorts {
  /** Without it calls of the supervisor are commands like all others. */
  supervisor?: OpenSupervisor
}

/** @internal Starts a session in one of the ways it can come to its conversation. */
export async function openSession(
  config: SessionConfig,
  beginning: Beginning,
  ports: SessionPorts = {},
): Promise<Session> {
  refuseRecursion()
  const id = config.sessionId ?? randomUUID()
  const cwd = resolve(config.cwd ?? process.cwd())
  const env = config.env ?? process.env
  const provider = await createProvider(config.provider, env)
  let session: Session | undefined
  const builtin = builtinTools()
  const kinds = readAgentKinds(config.agents, [...builtin.map(({ name }) => name), taskToolName, ...ownNames(config)])
  const task = createTaskTool(kinds, (given, context) => session!.startSubagent(given, context))
  const tools = new Map(createToolBox(config, [...builtin, task]))
  const observer = (step: ObservedStep): void => {
    session?.observe(step)
    config.observer?.(step)
  }
  const supervision = new Supervision({
    open: ports.supervisor,
    options: config.supervisor,
    hooks: () => hooks.list(),
    session: {
      id,
      cwd,
      env,
      secrets: listModelSecrets(config.provider),
      model: () => ({ provider, name: session!.model }),
      history: () => renderHistory(session!.messages, longestHistory),
      promptId: () => `turn-${session!.turns}`,
      pending: () => session!.pendingWork(),
    },
  })
  await supervision.check()
  const records = await openSessionRecords(config, env)
  const hooks = await createHooks(supervision.addHooks(config.hooks), {
    cwd,
    env,
    protect: true,
    modelSecrets: listModelSecrets(config.provider),
    ...records.options,
    observer,
    validateInput: checkRewrittenInput(tools),
    models: config.model === undefined ? provider : { ...provider, defaultModel: config.model },
    handlers: {
      command: supervision.wrapCommands(
        createLazyHandler(async () => (await import('../handlers/command-handler.ts')).createCommandHandler()),
      ),
      agent: createLazyHandler(async () => {
        const { createAgentHookHandler } = await import('./agent-hook/agent-hook-handler.ts')
        return createAgentHookHandler({
          config,
          provider: async () => provider,
          tools: () => tools,
          hooks: () => hookSession,
        })
      }),
    },
    ...(config.typedHooks && { typedHooks: config.typedHooks }),
    ...(config.telemetry && { telemetry: config.telemetry }),
    ...(config.settingSources && { settingSources: config.settingSources }),
    ...(config.configFiles && { files: config.configFiles }),
    ...(config.trustedHooks && { trustedHooks: config.trustedHooks }),
  })
  const permissions = {
    allow: [...(config.permissions?.allow ?? []), ...(config.allowedTools ?? [])],
    ask: config.permissions?.ask ?? [],
    deny: [...(config.permissions?.deny ?? []), ...(config.disallowedTools ?? [])],
  }
  warnWhenNobodyCanApprove(config, permissions.allow)
  const opened = await openConversation(beginning, config.storage, { id, cwd, env })
  const { transcript } = opened
  const hookSession = hooks.session({
    id,
    cwd,
    projectDir: cwd,
    isAgent: true,
    permissions,
    ...(transcript && { transcriptPath: transcript.path }),
    ...(config.permissionMode && { permissionMode: config.permissionMode }),
    ...(config.canUseTool && { canUseTool: config.canUseTool }),
    ...(config.onAsk && { onAsk: config.onAsk }),
  })
  if (hookSession.recursion !== undefined) {
    opened.release()
    await hooks.close()
    throw new HookError('RECURSION', `The agent was not started: ${hookSession.recursion}.`)
  }
  const mcp = openMcpServers(config, hookSession, cwd)
  const system = config.systemPrompt ?? systemPrompt({ cwd, tools })
  session = new Session({
    ...{ id, config, hooks, hookSession, provider, tools, mcp, kinds, system, opened, cwd },
    ...{ supervision, records },
  })
  try {
    await session.start(beginning.kind === 'new' ? 'startup' : 'resume', resumedId(beginning, id))
    return session
  } catch (error) {
    opened.release()
    records.close()
    throw error
  }
}

/** Characters of the conversation that a reviewer is shown when there is no transcript. */
const longestHistory = 120_000

// A callback that starts an agent whose hooks hold the same callback would never come to an end.
function refuseRecursion(): void {
  followCallbacks()
  const above = listCallbacksAbove()
  if (above.length <= deepestLineage) return
  throw new HookError(
    'RECURSION',
    `The agent was not started: callbacks may start agents ${deepestLineage} deep, and this is ${above.length} deep: ${above.join(' > ')}.`,
  )
}

function resumedId(beginning: Beginning, id: string): string | undefined {
  switch (beginning.kind) {
    case 'new':
      return undefined
    case 'resume':
      return id
    case 'fork':
      return beginning.from
  }
}

function openMcpServers(config: SessionConfig, hooks: HookSession, cwd: string): McpServers | null {
  const { mcpServers = {}, onElicit, onAuthorize, disallowedTools: hidden = [], env = process.env } = config
  if (Object.keys(mcpServers).length === 0) return null
  const notify: McpPorts['notify'] = async (notificationType, message, title) => {
    await hooks.fire(HookEvent.Notification, { notificationType, message, title })
  }
  return new McpServers(mcpServers, { cwd, env, hidden, onElicit, onAuthorize, notify })
}

function ownNames({ tools = [] }: SessionConfig): string[] {
  return tools.map((tool) => (typeof tool === 'string' ? tool : tool.name))
}

function warnWhenNobodyCanApprove(config: SessionConfig, allow: readonly string[]): void {
  const mode = config.permissionMode ?? 'default'
  if (mode !== 'default' || config.canUseTool || config.onAsk || config.desk || allow.length > 0) return
  const message =
    'This session asks before tools that write or execute, but there is nobody to ask: they will be denied. Give canUseTool, onAsk, permissions.allow, or another permissionMode.'
  process.emitWarning(message, { type: 'HooklineWarning', code: 'HOOKLINE_NOBODY_TO_ASK' })
}
