import { availableParallelism } from 'node:os'
import { createLimiter, type Slot } from '../../base/limiter.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest, CommandRunner } from './command-request.ts'
import { createHelper } from './helper.ts'
import { locateHelper } from './locate-helper.ts'
import { createSupervisor } from './supervisor.ts'

export interface CommandRunnerOptions {
  /** `direct` starts commands from this process, `helper` from a small one beside it, `auto` picks by the size of this one. */
  mode?: 'auto' | 'direct' | 'helper'
  /** How many commands may run at once, over all sessions. */
  maxConcurrent?: number
}

const largeHost = 256 * 1024 * 1024

/** A runner for command hooks. */
export function createCommandRunner(options: CommandRunnerOptions = {}): CommandRunner {
  const limiter = createLimiter(options.maxConcurrent ?? Math.max(8, 2 * availableParallelism()))
  const supervisor = createSupervisor()
  const file = options.mode === 'direct' ? null : locateHelper()
  const helper = file === null ? null : createHelper(file)

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
        return await launch(request)
      } finally {
        slot.release()
      }
    },
    preflight: async () => null,
    warm: async () => void (await (wantsHelper() ? helper?.warm() : supervisor.warm())),
    async close() {
      helper?.close()
      await supervisor.close()
    },
  }

  async function launch(request: CommandRequest): Promise<RawResult> {
    const result = wantsHelper() ? await helper?.run(request) : null
    return result ?? supervisor.run(request)
  }

  function wantsHelper(): boolean {
    return helper !== null && (options.mode === 'helper' || process.memoryUsage.rss() > largeHost)
  }

  function takeSlot({ key, signal }: CommandRequest): Promise<Slot | null> {
    return limiter.acquire({ ...(key !== undefined && { key }), ...(signal && { signal }) }).catch(() => null)
  }
}
