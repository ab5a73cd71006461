import { createCommandHandler } from '../../handlers/command-handler.ts'
import { createWorkerHandler } from '../../handlers/worker/worker-handler.ts'
import type { Handler, Handlers, RunRequest, SessionFacts } from '../../protocol/ports.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import type { World } from './world.ts'

/**
 * Handlers whose programs work in another folder than the project. Only programs live there: matchers, conditions and
 * permission rules look at the event as it was recorded.
 */
export function createScratchHandlers(world: World): Handlers {
  return { command: moveHandler(createCommandHandler(), world), worker: moveHandler(createWorkerHandler(), world) }
}

function moveHandler(handler: Handler, world: World): Handler {
  const moved = new WeakMap<SessionFacts, SessionFacts>()
  const moveSession = (session: SessionFacts): SessionFacts => {
    const known = moved.get(session)
    if (known) return known
    const facts = { ...session, projectDir: world.folder, sessionEnv: world.enter(session.sessionEnv) }
    moved.set(session, facts)
    return facts
  }
  return {
    async run(request: RunRequest) {
      const session = moveSession(request.session)
      return leaveWorld(await handler.run({ ...request, input: world.enter(request.input), session }), world)
    },
    close: async () => handler.close?.(),
  }
}

function leaveWorld(result: RawResult, world: World): RawResult {
  switch (result.kind) {
    case 'process': {
      const { stdout, stderr } = result
      return {
        ...result,
        stdout: { ...stdout, text: world.leave(stdout.text) },
        stderr: { ...stderr, text: world.leave(stderr.text) },
      }
    }
    case 'value':
      return { ...result, value: world.leave(result.value) }
    case 'broken':
      return {
        ...result,
        message: world.leave(result.message),
        ...(result.said !== undefined && { said: world.leave(result.said) }),
      }
    case 'cancelled':
      return result
  }
}
