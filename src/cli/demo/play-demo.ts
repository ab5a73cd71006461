import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSession } from '../../agent/create-session.ts'
import type { Session } from '../../agent/session.ts'
import type { StreamMessage } from '../../agent/stream-messages.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import type { HooksConfig } from '../../protocol/native-config.ts'
import type { ObservedStep } from '../../protocol/ports.ts'
import type { DemoLog } from './demo-facts.ts'
import { demoConfigs, writeDemoProject } from './demo-project.ts'
import { playDemo } from './demo-script.ts'

/** Who hears what happens while it happens. */
export interface DemoAudience {
  scene(title: string): void
  message(message: StreamMessage): void
  /** A person was asked whether a call may run, and said yes. */
  question(tool: string, input: Readonly<Record<string, unknown>>): void
  step(step: ObservedStep): void
}

/**
 * Plays the demo: a session of the embedded model in a temporary project, with real hooks of every kind. Gives what happened;
 * the project is still there, `tidy` takes it away.
 */
export async function playSession(audience: DemoAudience): Promise<DemoLog & { tidy(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-demo-'))
  const log: DemoLog = { folder, steps: [], messages: [], questions: [] }
  const tidy = (): void => rmSync(folder, { recursive: true, force: true })
  const web = await serveHooks()
  try {
    const { port } = web.address() as AddressInfo
    writeDemoProject(folder, { node: process.execPath, server: `http://127.0.0.1:${port}/` })
    audience.scene('A session begins')
    await playScenes(await openSession(log, audience), audience)
    return { ...log, tidy }
  } catch (error) {
    tidy()
    throw error
  } finally {
    web.close()
  }
}

async function playScenes(session: Session, audience: DemoAudience): Promise<void> {
  audience.scene('A prompt with a token in it')
  await runTurn(session, 'Deploy with the token tok-4711-demo.')
  audience.scene('The same without it')
  await runTurn(session, 'Clean up, deploy, and make the tests pass.')
  audience.scene('The conversation is compacted')
  await session.compact()
  audience.scene('The session ends')
  await session.close()
}

async function runTurn(session: Session, prompt: string): Promise<void> {
  await session.send(prompt)
  for await (const _ of session.stream());
}

function openSession(log: DemoLog, audience: DemoAudience): Promise<Session> {
  return createSession({
    cwd: log.folder,
    provider: { type: 'scripted', script: playDemo },
    configFiles: demoConfigs,
    hooks: codeHooks,
    storage: { dir: join(log.folder, '.sessions') },
    env: { ...process.env, XDG_STATE_HOME: join(log.folder, '.state') },
    onAsk: ({ toolName, input }) => {
      log.questions.push(toolName)
      audience.question(toolName, input)
      return true
    },
    onMessage: (message) => {
      log.messages.push(message)
      audience.message(message)
    },
    observer: (step) => {
      log.steps.push(step)
      audience.step(step)
    },
  })
}

const codeHooks: HooksConfig = {
  [HookEvent.PreToolUse]: [
    {
      matcher: 'Bash',
      hooks: [
        {
          type: 'callback',
          id: 'to-staging',
          callback: ({ toolInput }) => {
            const command = String(toolInput['command'])
            if (!command.includes('production')) return undefined
            return { action: 'continue', modifiedInput: { command: command.replace('production', 'staging') } }
          },
        },
      ],
    },
  ],
}

/** A web service of the demo's own, on this machine only: it has a hint for failed calls, and takes note of notices. */
async function serveHooks(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { hook_event_name: event } = JSON.parse(Buffer.concat(chunks).toString())
      if (event === HookEvent.Notification) return response.writeHead(204).end()
      const answer = { additionalContext: 'There are no notes yet: begin them with a heading.' }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
