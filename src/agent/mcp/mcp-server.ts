import { setTimeout as sleep } from 'node:timers/promises'
import { describeThrown } from '../../base/describe-thrown.ts'
import { LoginFailure } from './auth/mcp-login.ts'
import { type ConnectOptions, connectServer, type McpConnection } from './connect-server.ts'
import type { McpOutput, McpServerConfig, McpToolInfo } from './mcp-types.ts'

/** Milliseconds between the attempts of one round; a round that failed is followed by a pause that doubles. */
const attemptPauses = [0, 200, 800]
const firstPause = 1_000
const longestPause = 60_000

export type ServerPorts = Pick<ConnectOptions, 'cwd' | 'env' | 'elicit' | 'onAuthorize' | 'loggedIn'>

/** One MCP server of a session: connected when it is needed, and again when it went away. */
export class McpServer {
  readonly name: string
  readonly #config: McpServerConfig
  readonly #ports: ServerPorts
  #connection: McpConnection | null = null
  #connecting: Promise<McpConnection> | null = null
  #tools: McpToolInfo[] | null = null
  #failure = ''
  #failedRounds = 0
  #restUntil = 0
  #ended = false

  constructor(name: string, config: McpServerConfig, ports: ServerPorts) {
    this.name = name
    this.#config = config
    this.#ports = ports
  }

  /** Whether the server has said that it has other tools than those it was asked for last. */
  get hasChanged(): boolean {
    return this.#tools === null && this.#connection !== null
  }

  /** The tools of the server. Rejects, saying why, when it cannot be asked. */
  async tools(signal: AbortSignal): Promise<McpToolInfo[]> {
    if (this.#tools) return this.#tools
    const connection = await this.#connect(signal)
    this.#tools = await connection.list(signal)
    return this.#tools
  }

  /** Calls a tool. A call that was under way when the server went away is not made again: it may have done its work. */
  async call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<McpOutput> {
    const connection = await this.#connect(signal)
    try {
      return await connection.call(tool, input, signal)
    } catch (error) {
      if (!signal.aborted && connection.isBrokenBy(error)) this.#drop(connection)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#ended = true
    await this.#connecting?.catch(() => {})
    await this.#connection?.close().catch(() => {})
  }

  async #connect(signal: AbortSignal): Promise<McpConnection> {
    if (this.#connection) return this.#connection
    // Calls that come together share one attempt, and the signal of the first.
    this.#connecting ??= this.#tryToConnect(signal).finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #tryToConnect(signal: AbortSignal): Promise<McpConnection> {
    const rest = this.#restUntil - Date.now()
    if (rest > 0) throw this.#unavailable(`${this.#failure} It is tried again in ${Math.ceil(rest / 1_000)} s.`)
    for (const pause of attemptPauses) {
      await sleep(pause, undefined, { signal })
      if (this.#ended) throw this.#unavailable('The session has ended.')
      try {
        return await this.#attempt(signal)
      } catch (error) {
        signal.throwIfAborted()
        this.#failure = describeThrown(error)
        if (error instanceof LoginFailure) break
      }
    }
    this.#restUntil = Date.now() + Math.min(longestPause, firstPause * 2 ** this.#failedRounds++)
    throw this.#unavailable(this.#failure)
  }

  async #attempt(signal: AbortSignal): Promise<McpConnection> {
    const connection = await connectServer(this.#config, {
      ...this.#ports,
      server: this.name,
      signal,
      changed: () => {
        this.#tools = null
      },
      closed: () => this.#drop(connection),
    })
    this.#connection = connection
    this.#failedRounds = 0
    return connection
  }

  // What went wrong may have been the connection: the next call makes a new one.
  #drop(connection: McpConnection): void {
    if (this.#connection !== connection) return
    this.#connection = null
    void connection.close().catch(() => {})
  }

  #unavailable(why: string): Error {
    return new Error(`The MCP server "${this.name}" is not available: ${why}`)
  }
}
