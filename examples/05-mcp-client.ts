// Guard what an MCP client calls: matchers see its tools as mcp__<server>__<tool>.
import assert from 'node:assert/strict'
import { createHooks, type HookSession } from '../src/index.ts'

interface CallResult {
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/** The part of an MCP client that matters here. */
interface McpClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<CallResult>
}

function guardClient(client: McpClient, server: string, session: HookSession): McpClient {
  return {
    async callTool({ name, arguments: input }) {
      const call = { name: `mcp__${server}__${name}`, input }
      const outcome = await session.tool(call, (approved) => client.callTool({ name, arguments: approved }))
      if (outcome.status === 'ok') return outcome.output as CallResult
      return { content: [{ type: 'text', text: outcome.reason ?? 'failed' }], isError: true }
    },
  }
}

const github: McpClient = {
  callTool: async ({ name, arguments: input }) => ({ content: [{ type: 'text', text: `${name} ${input['repo']}` }] }),
}
const hooks = await createHooks({
  PreToolUse: [
    { matcher: 'mcp__github__delete_.*', hooks: [{ command: 'echo "Nothing is deleted here." >&2; exit 2' }] },
  ],
})
// A person is asked about everything else; this one says yes to reading.
const onAsk = ({ toolName }: { toolName: string }) => toolName.includes('__list_')
const client = guardClient(github, 'github', hooks.session({ onAsk }))

const text = async (name: string) => (await client.callTool({ name, arguments: { repo: 'a/b' } })).content[0]!.text
assert.equal(await text('list_issues'), 'list_issues a/b')
assert.equal(await text('delete_repo'), 'Nothing is deleted here.')
assert.equal(await text('create_issue'), 'mcp__github__create_issue was refused by the user.')
await hooks.close()
