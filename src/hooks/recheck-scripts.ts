import { createScriptCheck } from '../config/trust/script-check.ts'
import type { Handler, Handlers } from '../protocol/ports.ts'

/**
 * Handlers that look, before each run of an approved hook of a project, whether its scripts are still the bytes that were
 * approved. If not the hook is not started: that is a failure of class `spawn`, and `onFailure` says what it means. Between this
 * look and the start a script can still be replaced; nothing short of a copy could rule that out.
 */
export function recheckScripts({ command, worker, ...others }: Handlers): Handlers {
  const findChanged = createScriptCheck()
  const recheck = (handler: Handler): Handler => ({
    ...handler,
    run(request) {
      const { approval } = request.hook.source
      const changed = approval && findChanged(approval)
      if (changed === undefined) return handler.run(request)
      const message = `${changed} changed since it was approved, and was not run`
      return { kind: 'broken', class: 'spawn', message, hint: 'Look at it, then run `hookline trust`.' }
    },
  })
  return { ...others, ...(command && { command: recheck(command) }), ...(worker && { worker: recheck(worker) }) }
}
