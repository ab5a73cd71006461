import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { Row } from './row.ts'

const warm = 300
const calls = 2_000

/** What an http hook costs beside a bare fetch of the same endpoint, over connections that both keep. */
export async function run(): Promise<Row[]> {
  const { createHooks } = await load()
  const server = fork(new URL('./http-echo.ts', import.meta.url))
  const [port] = (await once(server, 'message')) as [number]
  const url = `http://127.0.0.1:${port}/`
  const hook = { type: 'http' as const, url, allowedHosts: ['127.0.0.1'], onFailure: 'deny' as const }
  const hooks = await createHooks({ PreToolUse: [{ hooks: [hook] }] })
  const session = hooks.session()
  const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'git status --short' } }
  const body = JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 'bench', ...input })
  const ways = {
    hook: async () => {
      const { decision, failedOpen } = await session.fire('PreToolUse', input)
      if (decision !== null || failedOpen.length > 0) throw new Error('the hook did not answer')
    },
    fetch: async () => {
      const headers = { 'content-type': 'application/json' }
      await (await fetch(url, { method: 'POST', headers, body })).json()
    },
  }
  const ms = { hook: [] as number[], fetch: [] as number[] }
  try {
    for (let call = 0; call < warm + calls; call++) {
      for (const way of ['hook', 'fetch'] as const) {
        const start = performance.now()
        await ways[way]()
        if (call >= warm) ms[way].push(performance.now() - start)
      }
    }
  } finally {
    server.kill()
    await hooks.close()
  }
  const ratio = median(ms.hook) / median(ms.fetch)
  const got = `${ratio.toFixed(2)}x (${(median(ms.hook) * 1000).toFixed(0)} µs against ${(median(ms.fetch) * 1000).toFixed(0)} µs)`
  return [{ measure: 'http hook against a bare fetch, kept connections, p50', goal: '<= 1.3x', got, met: ratio <= 1.3 }]
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

/** From the build where there is one: that is what people run. */
async function load(): Promise<typeof import('../src/index.ts')> {
  const built = new URL('../dist/index.js', import.meta.url)
  return import((existsSync(built) ? built : new URL('../src/index.ts', import.meta.url)).href)
}
