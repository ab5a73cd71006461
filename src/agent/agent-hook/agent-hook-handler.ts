import { randomBytes } from 'node:crypto'
import type { HookError } from '../../base/errors.ts'
import { dropModelSecrets } from '../../handlers/drop-model-secrets.ts'
import type { ProviderFinder } from '../../handlers/prompt/find-provider.ts'
import { runJudgement } from '../../handlers/prompt/run-judgement.ts'
import type { HookSession } from '../../hooks/hook-session.ts'
import { listModelSecrets } from '../../models/list-model-secrets.ts'
import type { ModelProvider } from '../../models/model-types.ts'
import type { HandlerSpec } from '../../protocol/hook.ts'
import type { Handler, Lineage, RunRequest } from '../../protocol/ports.ts'
import { HookTexts, hookTextOptions } from '../hook-texts.ts'
import type { SessionConfig } from '../session-options.ts'
import type { ToolBox } from '../tool-box.ts'
import { SessionToolState } from '../tool-state.ts'
import { chooseHookTools } from './choose-hook-tools.ts'
import { extendLineage } from './extend-lineage.ts'
import { investigate } from './investigate.ts'

export type AgentSpec = Extract<HandlerSpec, { type: 'agent' }>

/** What agent hooks take over from the session they belong to. */
export interface AgentHookParts {
  config: Pick<SessionConfig, 'model' | 'env' | 'storage' | 'hookTextLimit' | 'onQuestion'>
  /** Rejects with a `HookError` when there is none. */
  provider: ProviderFinder
  /** The session's tools, as they are when a hook runs. */
  tools(): ToolBox
  /** The hooks of the session that a run belongs to. Throws a `HookError` when they cannot be had. */
  hooks(request: RunRequest): HookSession
}

/**
 * Runs hooks that are agents: a sub-agent looks around and then answers as a prompt hook does. Its tools only read unless the
 * hook names others; its calls pass the gates of the session, less the hooks that have started it. Steps, time, depth and
 * number of such agents are bounded.
 */
export function createAgentHookHandler(parts: AgentHookParts): Handler {
  return {
    run(request) {
      const lineage = extendLineage(request)
      if ('kind' in lineage) return lineage
      return runJudgement(request, (signal, talk) =>
        startAgent(request, { parts, lineage }, (agent) => investigate({ request, signal, talk, ...agent })),
      )
    },
    preflight: async (hook, session) => {
      try {
        chooseHookTools((hook.handler as AgentSpec).tools, parts.tools())
        await parts.provider(session)
        return null
      } catch (error) {
        const { message, hint } = error as HookError
        return { message, hint }
      }
    },
  }
}

/** The agent of one run. */
export interface HookAgent {
  hooks: HookSession
  provider: ModelProvider
  model: string
  tools: ToolBox
  state: SessionToolState
  /** What hooks say to this agent; nobody is told what becomes of it. */
  texts: HookTexts
}

async function startAgent<T>(
  request: RunRequest,
  { parts, lineage }: { parts: AgentHookParts; lineage: Lineage },
  work: (agent: HookAgent) => Promise<T>,
): Promise<T> {
  const { config } = parts
  const { hook, input } = request
  const spec = hook.handler as AgentSpec
  const provider = await parts.provider(request.session)
  const tools = chooseHookTools(spec.tools, parts.tools())
  const agentId = `agent_${randomBytes(8).toString('hex')}`
  const parentAgentId = typeof input['agentId'] === 'string' ? input['agentId'] : 'main'
  const hooks = parts.hooks(request).child({ agentId, agentType: 'hook', parentAgentId }, lineage)
  const state = new SessionToolState({ config: hideKeys(config), hookSession: hooks, cwd: input.projectDir })
  try {
    const model = spec.model ?? config.model ?? provider.defaultModel
    const texts = new HookTexts({ ...hookTextOptions(config), hooks })
    return await work({ hooks, provider: provider.fork(), model, tools, state, texts })
  } finally {
    await state.close()
  }
}

// A hook is a hook: what its agent starts finds no key of a model either.
function hideKeys(config: SessionConfig): SessionConfig {
  const hostEnv = config.env ?? process.env
  return { ...config, env: dropModelSecrets(hostEnv, { hostEnv, modelSecrets: listModelSecrets(config.provider) }) }
}
