import { createId } from '../base/ids.ts'
import { tell } from '../engine/run.ts'
import { runTool, type ToolCallRequest, type ToolOutcome, type ToolRun, type ToolScope } from './tool-chain.ts'

/** The whole path of one tool call, told to who watches: when it begins, and what became of it. */
export async function observeTool<T>(
  request: ToolCallRequest,
  run: ToolRun<T>,
  scope: ToolScope & { agentId: string | undefined },
): Promise<ToolOutcome<T>> {
  const { engine, session, agentId } = scope
  const toolUseId = request.id ?? `call_${createId()}`
  const agent = agentId === undefined ? {} : { agentId }
  const about = { sessionId: session.id, toolName: request.name, toolUseId, ...agent }
  const started = engine.clock.monotonic()
  tell(engine.observer, () => ({ type: 'toolStart', ...about }))
  const outcome = await runTool({ ...request, id: toolUseId }, run, scope)
  const { status, decidedBy } = outcome
  tell(engine.observer, () => ({
    type: 'toolEnd',
    ...about,
    status,
    decidedBy,
    ms: engine.clock.monotonic() - started,
  }))
  return outcome
}
