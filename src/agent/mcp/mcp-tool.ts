import { createHash } from 'node:crypto'
import { isRecord } from '../../protocol/schema/check.ts'
import { showOutput } from '../tools/show-output.ts'
import type { AgentTool } from '../tools/tool-types.ts'
import { checkJsonSchema } from '../tools/user/check-json-schema.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpToolInfo } from './mcp-types.ts'

/** Model APIs take no longer names. */
const longestName = 64

/** A tool of an MCP server as the agent calls it: it passes the same chain as every other tool. */
export function createMcpTool(server: McpServer, info: McpToolInfo): AgentTool {
  const name = nameMcpTool(server.name, info.name)
  return {
    name,
    description: info.description,
    // What a server says of its own harmlessness is not believed.
    kind: 'mcp',
    inputSchema: info.inputSchema,
    check(input) {
      const problems = checkJsonSchema(info.inputSchema, input)
      return problems.length === 0 ? undefined : problems.join('; ')
    },
    affectedPaths: () => [],
    async run(input, context) {
      context.approval.redeem(name, input)
      context.signal.throwIfAborted()
      return server.call(info.name, input, context.signal)
    },
    toText: (output) =>
      showOutput(output, ({ content, structuredContent }) => {
        if (typeof content !== 'string') return undefined
        return content === '' && structuredContent !== undefined ? JSON.stringify(structuredContent) : content
      }),
    toImages: (output) => (isRecord(output) && Array.isArray(output['images']) ? output['images'].filter(isImage) : []),
  }
}

/** The name under which a tool of a server is offered, in letters every model API takes. */
export function nameMcpTool(server: string, tool: string): string {
  const whole = `mcp__${server}__${tool}`
  const plain = whole.replace(/[^A-Za-z0-9_-]/g, '_')
  if (plain.length <= longestName) return plain
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8)
  return `${plain.slice(0, longestName - mark.length - 1)}_${mark}`
}

function isImage(part: unknown): part is { type: 'image'; data: string; mediaType: string } {
  return isRecord(part) && typeof part['data'] === 'string' && typeof part['mediaType'] === 'string'
}
