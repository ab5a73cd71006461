// Guard the tools of a loop in the style of the AI SDK: the same tools, each call through the chain.
import assert from 'node:assert/strict'
import { createHooks, type HookSession } from '../src/index.ts'

/** The part of a tool that matters here. */
interface Tool {
  execute(input: Record<string, unknown>, options: { toolCallId: string }): Promise<unknown>
}

/** What a hook refuses comes back to the model as the reason instead of a result. */
function guardTool(name: string, tool: Tool, session: HookSession): Tool {
  return {
    async execute(input, options) {
      const call = { name, input, id: options.toolCallId }
      const outcome = await session.tool(call, (approved) => tool.execute(approved, options))
      if (outcome.status === 'failed') throw outcome.error
      return outcome.status === 'ok' ? outcome.output : { error: outcome.reason }
    },
  }
}

const hooks = await createHooks({ permissions: { allow: ['weather'], deny: ['transfer'] } })
const session = hooks.session()
const weather = guardTool('weather', { execute: async ({ city }) => ({ city, degrees: 21 }) }, session)
const transfer = guardTool('transfer', { execute: async () => assert.fail('it must not run') }, session)

// What a model might ask for, one call after the other.
assert.deepEqual(await weather.execute({ city: 'Oslo' }, { toolCallId: '1' }), { city: 'Oslo', degrees: 21 })
const refused = (await transfer.execute({ amount: 100 }, { toolCallId: '2' })) as { error: string }
assert.match(refused.error, /transfer/)
await hooks.close()
