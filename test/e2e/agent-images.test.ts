import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSession,
  type HooksConfig,
  type PromptPart,
  resumeSession,
  type Session,
  type SessionConfig,
} from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import { models, type OpenModel } from '../support/agent/open-model.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const image: PromptPart = { type: 'image', data: pixel, mediaType: 'image/png' }

let dir: string
const open: { close(): Promise<void> }[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-images-'))
})

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
  rmSync(dir, { recursive: true, force: true })
})

async function finish(session: Session): Promise<unknown> {
  let last: unknown
  for await (const message of session.stream()) last = message
  return last
}

describe.each(models)('on %s', (_, openModel) => {
  async function start(steps: ScriptStep[], hooks: HooksConfig = {}): Promise<[Session, OpenModel, SessionConfig]> {
    const model = await openModel(steps)
    const { provider } = model
    const config = { cwd: dir, storage: { dir }, permissionMode: 'yolo' as const, provider, model: 'm', hooks }
    const session = await createSession(config)
    open.push(model, session)
    return [session, model, config]
  }

  it('images of a prompt reach the hooks as a count and the model as they are', async () => {
    const seen: Record<string, unknown>[] = []
    const [session, model] = await start([{ text: 'a pixel' }], {
      UserPromptSubmit: [(input) => void seen.push({ ...input })],
    })
    await session.send([{ type: 'text', text: 'compare' }, image, { type: 'text', text: 'with' }, image])
    expect(await finish(session)).toMatchObject({ subtype: 'success', content: 'a pixel' })
    expect(seen).toMatchObject([{ userPrompt: 'compare\nwith', hasImages: true, imageCount: 2 }])
    expect(JSON.stringify(seen)).not.toContain(pixel)
    expect(model.asked[0]!.split(pixel)).toHaveLength(3)
    expect(model.asked[0]).toMatch(/compare.*iVBOR.*with.*iVBOR/s)
  })

  it('stay beside a prompt that a hook rewrites', async () => {
    const [session, model] = await start([{ text: 'ok' }], {
      UserPromptSubmit: [() => ({ action: 'continue', modifiedInput: 'REWRITTEN' })],
    })
    await session.send([{ type: 'text', text: 'original' }, image])
    await finish(session)
    expect(model.asked[0]).toContain('REWRITTEN')
    expect(model.asked[0]).toContain(pixel)
    expect(model.asked[0]).not.toContain('original')
  })

  it('are still there after a resume', async () => {
    const [session, model, config] = await start([{ text: 'ok' }])
    await session.send([image])
    await finish(session)
    await session.close()
    const again = await resumeSession(session.id, config)
    open.push(again)
    await again.send('and now?')
    await finish(again)
    expect(model.asked.at(-1)).toContain(pixel)
  })

  it('that a tool reads are seen by the model', async () => {
    const path = join(dir, 'pixel.png')
    writeFileSync(path, Buffer.from(pixel, 'base64'))
    const [session, model] = await start([
      { toolCalls: [{ name: 'Read', input: { file_path: path } }] },
      { text: 'ok' },
    ])
    await session.send('look')
    expect(await finish(session)).toMatchObject({ subtype: 'success' })
    expect(model.asked[0]).not.toContain(pixel)
    expect(model.asked[1]).toContain(pixel)
  })
})

describe('a prompt', () => {
  it.each([
    ['no parts', [], 'at least one part'],
    ['a part of another kind', [{ type: 'video', data: 'AA==' }], 'part 0 of the prompt is of type "video"'],
    ['an image that is none', [{ type: 'image', data: 'AA==', mediaType: 'text/plain' }], 'mediaType'],
    ['data that is no base64', [image, { type: 'image', data: 'a b', mediaType: 'image/png' }], 'part 1 of the prompt'],
    ['no list', 5, 'a list of parts'],
  ])('of %s is refused', async (_, prompt, why) => {
    const provider = { type: 'scripted' as const, script: [] }
    const session = await createSession({ cwd: dir, storage: false, permissionMode: 'yolo', provider })
    open.push(session)
    await expect(session.send(prompt as never)).rejects.toThrow(why)
    expect(session.messages).toEqual([])
  })
})
