import { availableParallelism } from 'node:os'
import { createLimiter, type Slot } from '../../base/limiter.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest, CommandRunner } from './command-request.ts'
import { createSupervisor } from './supervisor.ts'

export interface CommandRunnerOptions {
  /** How many commands may run at once, over all sessions. */
  maxConcurrent?: number
}

/** A runner for command hooks. */
export function createCommandRunner(options: CommandRunnerOptions = {}): CommandRunner {
  const limiter = createLimiter(options.maxConcurrent ?? Math.max(8, 2 * availableParallelism()))
  const supervisor = createSupervisor()

  return {
    async run(request) {
      if (process.platform === 'win32') {
        return cannotStart(
          'command hooks are not supported on Windows yet',
          'run under WSL, or use an http or callback hook',
        )
      }
      const slot = await takeSlot(request)
      if (slot === null) return { kind: 'cancelled' }
      try {
        return await supervisor.run(request)
      } finally {
        slot.release()
      }
    },
    preflight: async () => null,
    warm: async () => undefined,
    close: () => supervisor.close(),
  }

  function takeSlot({ key, signal }: CommandRequest): Promise<Slot | null> {
    return limiter.acquire({ ...(key !== undefined && { key }), ...(signal && { signal }) }).catch(() => null)
  }
}
