import { Socket } from 'node:net'
import { createFrameReader, encodeFrame, type HelperMessage, type HostMessage } from './helper-protocol.ts'
import { createSupervisor } from './supervisor.ts'

// The helper: a small process that starts commands for a large one, since what it costs to start a process grows with the
// memory of whoever starts it. Descriptor 3 is the line to the host; when it breaks, the host is gone and the hooks go too.

const longestFarewell = 1_800

const supervisor = createSupervisor()
const host = new Socket({ fd: 3, readable: true, writable: true })
const running = new Map<number, AbortController>()

host.on('data', createFrameReader<HostMessage>(obey))
host.on('error', () => undefined)
host.on('close', () => void leave())
await supervisor.warm()
tell({ type: 'ready' })

function obey(message: HostMessage, body: Buffer): void {
  if (message.type === 'run') void run(message, body)
  else running.get(message.id)?.abort()
}

async function run({ type: _, id, ...request }: HostMessage & { type: 'run' }, stdin: Buffer): Promise<void> {
  const cancel = new AbortController()
  running.set(id, cancel)
  const result = await supervisor.run({ ...request, stdin, signal: cancel.signal })
  running.delete(id)
  tell({ type: 'result', id, result })
}

function tell(message: HelperMessage): void {
  if (host.writable) host.write(encodeFrame(message))
}

async function leave(): Promise<void> {
  setTimeout(() => process.exit(1), longestFarewell)
  await supervisor.close()
  process.exit(0)
}
