import { HookError } from '../../base/errors.ts'
import { createProviderFinder } from '../../handlers/prompt/find-provider.ts'
import type { Hooks } from '../../hooks/create-hooks.ts'
import type { HookSession } from '../../hooks/hook-session.ts'
import type { CreateHooksOptions } from '../../hooks/hooks-types.ts'
import type { PermissionMode } from '../../protocol/common-input.ts'
import type { Handler, RunRequest } from '../../protocol/ports.ts'
import { createAgentHookHandler } from './agent-hook-handler.ts'

/** What agent hooks need where there is no agent session around them. */
export interface StandaloneParts extends Pick<CreateHooksOptions, 'models' | 'env'> {
  /** The hooks they are among; undefined until these have been loaded. */
  hooks(): Hooks | undefined
}

/**
 * Runs agent hooks for a host that has an agent of its own. Their tools are the built-in ones; calls of these pass the hooks and
 * rules of the same configuration, in the mode of the event, and where somebody would have to be asked they are denied.
 */
export function createStandaloneAgentHandler({ hooks, models, env }: StandaloneParts): Handler {
  const none = new Map<never, never>()
  return createAgentHookHandler({
    config: { storage: false, ...(env && { env }) },
    provider: createProviderFinder(models),
    tools: () => none,
    hooks: (request) => openSession(hooks(), request),
  })
}

function openSession(hooks: Hooks | undefined, { input, session }: RunRequest): HookSession {
  if (!hooks)
    throw new HookError(
      'CONFIG_INVALID_VALUE',
      'an agent hook cannot run while its configuration is still being loaded',
      {
        hint: 'Samples of agent hooks cannot be proved at load: prove them with hookline test.',
      },
    )
  return hooks.session({
    id: session.id,
    cwd: input.cwd,
    projectDir: session.projectDir,
    hostEnv: session.hostEnv,
    env: session.sessionEnv,
    permissionMode: input['permissionMode'] as PermissionMode,
  })
}
