import { describeThrown } from '../../base/describe-thrown.ts'
import type { AgentTool } from '../tools/tool-types.ts'
import { McpServer } from './mcp-server.ts'
import { createMcpTool } from './mcp-tool.ts'
import type { ElicitAnswer, McpServerConfig, OnAuthorize, OnElicit } from './mcp-types.ts'

export interface McpPorts {
  cwd: string
  /** Names of tools that are not offered. */
  hidden: readonly string[]
  onElicit: OnElicit | undefined
  onAuthorize: OnAuthorize | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Sends a notice to the user. */
  notify(type: 'elicitation_dialog' | 'auth_success' | 'warning', message: string, title: string): Promise<void>
}

/** The MCP servers of a session. Nothing is loaded or started before tools are asked for the first time. */
export class McpServers {
  readonly #servers: McpServer[]
  readonly #ports: McpPorts
  readonly #warned = new Set<string>()
  #offered: string[] = []

  constructor(configs: Readonly<Record<string, McpServerConfig>>, ports: McpPorts) {
    this.#ports = ports
    this.#servers = Object.entries(configs).map(
      ([name, config]) =>
        new McpServer(name, config, {
          cwd: ports.cwd,
          env: ports.env,
          onAuthorize: ports.onAuthorize,
          elicit: (request) => this.#elicit(name, request),
          loggedIn: () => void ports.notify('auth_success', `Logged in to the MCP server "${name}".`, name),
        }),
    )
  }

  /** Brings the tools of a session up to date with what the servers offer now. Of those that cannot be asked the user is told once. */
  async refresh(tools: Map<string, AgentTool>, signal: AbortSignal): Promise<void> {
    const found = await Promise.all(this.#servers.map((server) => this.#toolsOf(server, signal)))
    for (const name of this.#offered) tools.delete(name)
    const added = found.flat().filter(({ name }) => !this.#ports.hidden.includes(name))
    for (const tool of added) if (!tools.has(tool.name)) tools.set(tool.name, tool)
    this.#offered = added.map(({ name }) => name)
  }

  /** The same, when a server has said in the meantime that it has other tools now. */
  async refreshChanged(tools: Map<string, AgentTool>, signal: AbortSignal): Promise<void> {
    if (this.#servers.some((server) => server.hasChanged)) await this.refresh(tools, signal)
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()))
  }

  async #toolsOf(server: McpServer, signal: AbortSignal): Promise<AgentTool[]> {
    try {
      const tools = await server.tools(signal)
      this.#warned.delete(server.name)
      return tools.map((info) => createMcpTool(server, info))
    } catch (error) {
      if (!signal.aborted && !this.#warned.has(server.name)) {
        this.#warned.add(server.name)
        await this.#ports.notify('warning', describeThrown(error), server.name)
      }
      return []
    }
  }

  async #elicit(
    server: string,
    request: { message: string; requestedSchema: unknown; signal: AbortSignal },
  ): Promise<ElicitAnswer> {
    const { notify, onElicit } = this.#ports
    await notify('elicitation_dialog', request.message, server)
    if (!onElicit) return { action: 'decline' }
    try {
      return await onElicit({ server, ...request })
    } catch {
      return { action: 'cancel' }
    }
  }
}
