import { resolve } from 'node:path'
import { createId } from '../../base/ids.ts'
import { stableJson } from '../../base/json.ts'
import type { HandlerSpec, Hook } from '../../protocol/hook.ts'
import type { Handler, RunRequest, SessionFacts } from '../../protocol/ports.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { cannotStart } from '../command/broken.ts'
import { createCommandRunner } from '../command/index.ts'
import { standingEnvironment } from '../hook-environment.ts'
import { lineageEnvironment } from '../lineage-environment.ts'
import { Worker, type WorkerSettings } from './worker.ts'
import { createWorkerLauncher } from './worker-launcher.ts'

type WorkerSpec = Extract<HandlerSpec, { type: 'worker' }>

/**
 * Runs hooks that are long-lived processes. Hooks with the same command, directory and environment share one process, across
 * events and sessions; with a `cwd` of its own a worker is shared by the sessions of all projects, too. It is started by the first request; it never keeps this process alive, and never outlives it.
 */
export function createWorkerHandler(): Handler {
  const launcher = createWorkerLauncher()
  const workers = new Map<string, Worker>()
  const known = new WeakMap<Hook, Map<string, { hostEnv: SessionFacts['hostEnv']; worker: Worker }>>()

  return {
    run(request) {
      if (process.platform === 'win32') return refuseWindows()
      return askWorker(request, chooseWorker(request.hook, request.session))
    },
    async preflight(hook, session) {
      if (process.platform === 'win32') return refuseWindows()
      const runner = createCommandRunner({ mode: 'direct' })
      try {
        const { command, cwd, env } = settingsOf(hook, session)
        return await runner.preflight({ command: { shell: command }, cwd, env })
      } finally {
        await runner.close()
      }
    },
    async close() {
      await Promise.all([...workers.values()].map((worker) => worker.close()))
      await launcher.close()
    },
  }

  // Putting an environment together for every request would cost more than the request itself.
  function chooseWorker(hook: Hook, session: SessionFacts): Worker {
    const places = known.get(hook) ?? new Map()
    const place = places.get(session.projectDir)
    if (place?.hostEnv === session.hostEnv) return place.worker
    const settings = settingsOf(hook, session)
    const key = stableJson(settings)
    const worker = workers.get(key) ?? new Worker(addLineage(settings, hook, session), launcher)
    workers.set(key, worker)
    known.set(hook, places.set(session.projectDir, { hostEnv: session.hostEnv, worker }))
    return worker
  }
}

function askWorker({ hook, input, timeoutMs, signal }: RunRequest, worker: Worker): Promise<RawResult> {
  return worker.ask(hook.dialect.payload(input), { timeoutMs, signal })
}

function settingsOf(hook: Hook, session: SessionFacts): WorkerSettings {
  const { command, cwd = '.', reap = 'group' } = hook.handler as WorkerSpec
  return { command, cwd: resolve(session.projectDir, cwd), env: standingEnvironment(hook, session), reap }
}

// A worker stands below the hook that came first, for as long as it lives.
function addLineage(settings: WorkerSettings, hook: Hook, session: SessionFacts): WorkerSettings {
  const lineage = lineageEnvironment({ hook, session, input: { hookExecutionId: `worker-${createId()}` } })
  return { ...settings, env: { ...settings.env, ...lineage } }
}

function refuseWindows(): RawResult & { kind: 'broken' } {
  return cannotStart('worker hooks are not supported on Windows yet', 'run under WSL, or use an http or callback hook')
}
