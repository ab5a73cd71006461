/** An MCP server: a process that speaks over its standard streams, or an address that speaks streamable HTTP. */
export type McpServerConfig =
  | {
      command: string
      args?: readonly string[]
      /** Beside a few harmless variables of the host this is all the process sees. */
      env?: Readonly<Record<string, string>>
    }
  | { url: string; headers?: Readonly<Record<string, string>> }

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
