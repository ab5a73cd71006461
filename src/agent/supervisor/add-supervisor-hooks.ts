import { HookEvent } from '../../protocol/event-types.ts'
import type { HookCallback } from '../../protocol/hook-callback.ts'
import type { HooksConfig } from '../../protocol/native-config.ts'
import type { SupervisorOptions } from './supervisor-port.ts'

/**
 * The hooks of a configuration, and behind them the supervisor on the two moments it reviews. A callback is a stage of its own:
 * when another hook has refused already, nobody is asked for a review. Changes nothing it is given.
 */
export function addSupervisorHooks(
  config: HooksConfig = {},
  { timeoutSeconds, onFailure }: SupervisorOptions,
  callback: HookCallback,
): HooksConfig {
  const hook = {
    type: 'callback' as const,
    callback,
    description: 'The supervisor of the session.',
    // The supervisor keeps its own time, which its settings say; this is for one that does not come back.
    timeout: (timeoutSeconds ?? longestReview) + graceSeconds,
    ...(onFailure && { onFailure }),
  }
  return {
    ...config,
    [HookEvent.Stop]: append(config[HookEvent.Stop], { hooks: [{ ...hook, id: 'supervisor' }] }),
    [HookEvent.PreToolUse]: append(config[HookEvent.PreToolUse], {
      matcher: 'AskUserQuestion',
      hooks: [{ ...hook, id: 'supervisor-questions' }],
    }),
  }
}

const longestReview = 3600
const graceSeconds = 10

// What is no list is left for the reader of the configuration, who says what is wrong with it.
function append<T>(groups: T[] | undefined, group: T): T[] {
  if (groups === undefined) return [group]
  return Array.isArray(groups) ? [...groups, group] : groups
}
