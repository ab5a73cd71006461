import { availableParallelism } from 'node:os'
import { createLimiter, type Slot } from '../../base/limiter.ts'
import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest, CommandRunner } from './command-request.ts'
import { findLaunchFault } from './find-launch-fault.ts'
import { createHelper } from './helper.ts'
import { locateHelper } from './locate-helper.ts'
import { preflightCommand } from './preflight.ts'
import { createSyntaxCheck } from './shell-syntax.ts'
import { createSupervisor } from './supervisor.ts'

export interface CommandRunnerOptions {
  /** `direct` starts commands from this process, `helper` from a small one beside it, `auto` picks by the size of this one. */
  mode?: 'auto' | 'direct' | 'helper'
  /** How many commands may start or compute at once, over all keys: by default two for each core, at least eight. */
  maxConcurrent?: number
}

/** Where a process of its own to launch from begins to pay: below, both ways take the same time. */
const largeHost = 128 * 1024 * 1024
/** With so many in line, what launching costs the event loop of the host adds up. */
const longLine = 16
/** A command that runs this long mostly waits; it then no longer keeps others from starting. */
const lendAfterMs = 1_000
const ceilingPerSlot = 16

/**
 * A runner for command hooks. Processes beside this one are started when first needed, and none of them keeps it alive or
 * outlives it.
 */
export function createCommandRunner({ mode = 'auto', maxConcurrent }: CommandRunnerOptions = {}): CommandRunner {
  const max = maxConcurrent ?? Math.max(8, 2 * availableParallelism())
  const limiter = createLimiter(max, max * ceilingPerSlot)
  const supervisor = createSupervisor()
  const helperFile = mode === 'direct' ? null : locateHelper()
  const helper = helperFile === null ? null : createHelper(helperFile)
  const checkSyntax = createSyntaxCheck(launch)

  return {
    async run(request) {
      if (process.platform === 'win32') return refuseWindows()
      const slot = await takeSlot(request)
      if (slot === null) return { kind: 'cancelled' }
      const lending = setTimeout(slot.lend, lendAfterMs).unref()
      try {
        const result = await launch(request)
        return (result.kind === 'process' && (await findLaunchFault(request, result, checkSyntax))) || result
      } catch (error) {
        return { kind: 'broken', class: 'crash', message: `the command runner failed: ${(error as Error).message}` }
      } finally {
        clearTimeout(lending)
        slot.release()
      }
    },
    preflight: async (request) =>
      process.platform === 'win32' ? refuseWindows() : preflightCommand(request, checkSyntax),
    async warm() {
      await (wantsHelper() ? helper?.warm() : supervisor.warm())
    },
    async close() {
      await Promise.all([helper?.close(), supervisor.close()])
    },
  }

  async function launch(request: CommandRequest): Promise<RawResult> {
    const result = wantsHelper() ? await helper?.run(request) : null
    return result ?? supervisor.run(request)
  }

  function wantsHelper(): boolean {
    if (helper === null) return false
    if (mode === 'helper' || helper.isReady() || process.memoryUsage.rss() > largeHost) return true
    if (limiter.count().waiting >= longLine) void helper.warm()
    return false
  }

  function takeSlot({ key, signal }: CommandRequest): Promise<Slot | null> {
    return limiter.acquire({ ...(key !== undefined && { key }), ...(signal && { signal }) }).catch(() => null)
  }
}

function refuseWindows(): BrokenResult {
  return cannotStart('command hooks are not supported on Windows yet', 'run under WSL, or use an http or callback hook')
}
