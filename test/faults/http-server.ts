import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { createHooks, type HookEntry, type ObservedStep, type Verdict } from '../../src/index.ts'

/** A server on this machine for one test, and what it was asked. */
export interface TestServer {
  url: string
  port: number
  asked: { headers: IncomingMessage['headers']; body: string }[]
}

/** Starts a server that ends with the test. The whole request is read before `handle` is called. */
export async function startServer(handle: RequestListener): Promise<TestServer> {
  const asked: TestServer['asked'] = []
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    handle(request, response)
  })
  const port = await listen(server)
  onTestFinished(() => server.closeAllConnections())
  return { url: `http://127.0.0.1:${port}/hook`, port, asked }
}

/** Listens on a free port of this machine until the test is over. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

export type HttpOptions = Partial<Extract<HookEntry, { type: 'http' }>>

/** One tool call past one http hook, which may reach this machine unless the options say otherwise. */
export async function fireHttp(
  url: string,
  options: HttpOptions = {},
  env?: Record<string, string>,
): Promise<{ verdict: Verdict; steps: ObservedStep[]; ms: number }> {
  const steps: ObservedStep[] = []
  const hook = {
    type: 'http' as const,
    id: 'guard',
    url,
    allowedHosts: ['127.0.0.1', 'localhost'],
    timeout: '20s',
    ...options,
  }
  const hooks = await createHooks(
    { PreToolUse: [{ hooks: [hook] }] },
    { observer: (step) => void steps.push(step), ...(env && { env }) },
  )
  const started = performance.now()
  try {
    const verdict = await hooks
      .session({ id: 's1', cwd: '/' })
      .fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } })
    return { verdict, steps, ms: performance.now() - started }
  } finally {
    await hooks.close()
  }
}

/** What of a verdict tells how a guard fared. */
export function summarize({ decision, reason, failedOpen, runs }: Verdict): Record<string, unknown> {
  const { status, class: failure, why } = runs[0]!
  return { decision, reason, failedOpen, status, ...(failure && { class: failure }), ...(why !== undefined && { why }) }
}
