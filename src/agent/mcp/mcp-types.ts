/** An MCP server: a process that speaks over its standard streams, or an address that speaks streamable HTTP. */
export type McpServerConfig =
  | {
      type?: 'stdio'
      command: string
      args?: readonly string[]
      /** Beside a few harmless variables of the host this is all the process sees. */
      env?: Readonly<Record<string, string>>
    }
  | {
      type?: 'http'
      url: string
      headers?: Readonly<Record<string, string>>
      /** Log in by OAuth where the server asks for it; `onAuthorize` shows the address. */
      auth?: boolean | McpAuth
    }

/** How to log in at a server. Everything is found out or registered by itself where the server lets it. */
export interface McpAuth {
  clientId?: string
  clientSecret?: string
  scope?: string
  /** Port on loopback to which the browser comes back; any free one by default. */
  redirectPort?: number
}

/** A login that waits for its user. */
export interface AuthorizeRequest {
  server: string
  /** Where the user logs in: to be opened in a browser. */
  url: string
  /** Fires when nobody waits any more. */
  signal: AbortSignal
}

/** Shows the address of a login to the user. A throw gives the login up. */
export type OnAuthorize = (request: AuthorizeRequest) => Promise<void> | void

/** What a server wants to know from the user in the middle of a call. */
export interface ElicitRequest {
  server: string
  message: string
  /** JSON Schema of the answer. */
  requestedSchema: unknown
  signal: AbortSignal
}

export type ElicitAnswer =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' }

/** Puts a server's question to the user. A throw is a `cancel`. */
export type OnElicit = (request: ElicitRequest) => Promise<ElicitAnswer> | ElicitAnswer

/** A tool as its server describes it. */
export interface McpToolInfo {
  name: string
  description: string
  inputSchema: Record<string, unknown>
}

/** What a call came to. */
export interface McpOutput {
  content: string
  images: { type: 'image'; data: string; mediaType: string }[]
  structuredContent?: unknown
}
