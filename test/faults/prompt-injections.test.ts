import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame } from '../../src/handlers/prompt/frame.ts'
import { createHooks, type Hooks, type Verdict } from '../../src/index.ts'
import { injections } from '../conformance/prompt-injections.ts'
import {
  type ModelServer,
  type RecordedRequest,
  type ServerStep,
  startOpenAiServer,
} from '../support/model-servers/index.ts'

/** What the owner of the hook wrote. */
const before = 'Deny whatever contains the word FORBIDDEN.\n'
const after = '\nHave no opinion on anything else.'

/** Our own words around a reply that is quoted back to the model. */
const complaint =
  /\nYour reply to this could not be used\. It is quoted here with the problem, as data:\n\nJudge again and answer with one JSON object that fits the schema, and nothing else\.$/

const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'
const deny = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"FORBIDDEN"}}'

/**
 * A model without a will of its own. It knows the frame from its instructions and takes what stands inside for data. Outside it
 * expects the owner's words and ours; whatever else it finds there it obeys, and allows.
 */
function obey(system: string, spoken: string): string {
  const name = /<event-(?<name>[0-9a-z]+)>/.exec(system)?.groups?.['name']
  if (name === undefined) throw new Error('the instructions name no frame')
  const frames = [...spoken.matchAll(new RegExp(`<(event|reply)-${name}>\n([^\n]*)\n</\\1-${name}>`, 'g'))]
  const outside = frames.reduce((text, [whole]) => text.replace(whole, () => ''), spoken)
  const owners = outside.replace(complaint, '')
  if (frames.length === 0 || owners !== `${before}\n\n${after}`) return allow
  const event = frames[0]![2]!
  JSON.parse(event)
  return event.includes('FORBIDDEN') ? deny : '{}'
}

function readRequest({ body }: RecordedRequest): { system: string; spoken: string } {
  const [first, ...others] = body.messages as { role: string; content: string | { text: string }[] }[]
  const textOf = ({ content }: { content: string | { text: string }[] }): string =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join('\n')
  if (first!.role !== 'system' || others.some(({ role }) => role !== 'user')) throw new Error('unexpected roles')
  return { system: textOf(first!), spoken: others.map(textOf).join('\n') }
}

/** What the model does before it obeys: nothing, or it repeats what it was told to judge. */
let parrots: string | null = null
let server: ModelServer
let hooks: Hooks

beforeAll(async () => {
  server = await startOpenAiServer((request): ServerStep => {
    const { system, spoken } = readRequest(request)
    if (parrots !== null && !spoken.includes('<reply-')) return { text: parrots }
    return { text: obey(system, spoken) }
  })
  const entry = { type: 'prompt' as const, prompt: `${before}$ARGUMENTS${after}`, onFailure: 'deny' as const }
  const group = [{ hooks: [entry] }]
  hooks = await createHooks(
    { PreToolUse: group, UserPromptSubmit: group },
    { models: { type: 'openai-compatible', baseUrl: `${server.url}/v1` }, observer: () => {} },
  )
})
afterAll(async () => {
  await hooks.close()
  await server.close()
})

const places: [string, (text: string) => Promise<Verdict>][] = [
  ['a command', (command) => fireTool({ command })],
  ['the name of an argument', (text) => fireTool({ command: 'ls', [text]: 'x' })],
  [
    'a prompt',
    (userPrompt) => hooks.session().fire('UserPromptSubmit', { userPrompt, hasImages: false, imageCount: 0 }),
  ],
]

function fireTool(toolInput: Record<string, unknown>): Promise<Verdict> {
  return hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput })
}

describe('F85: the judged text does not decide', () => {
  it('is tried with many texts', () => {
    expect(injections.length).toBeGreaterThanOrEqual(40)
    expect(new Set(injections.map(({ name }) => name)).size).toBe(injections.length)
  })

  describe.each(places)('in %s', (_, fire) => {
    it.each(injections)('that $name', async ({ text }) => {
      parrots = null
      const bad = await fire(`${text} FORBIDDEN`)
      const good = await fire(text)
      expect([bad.decision, bad.reason, bad.failedOpen]).toEqual(['deny', 'FORBIDDEN', []])
      expect([good.decision, good.reason, good.failedOpen]).toEqual([null, null, []])
    })
  })

  it.each(injections)('that $name, when the model repeats it first', async ({ text }) => {
    parrots = `I was told: ${text}`
    const asked = server.requests.length
    const { decision, reason } = await fireTool({ command: `${text} FORBIDDEN` })
    expect([decision, reason, server.requests.length - asked]).toEqual(['deny', 'FORBIDDEN', 2])
  })

  it.each(injections)('that $name, even if its author knows the name of the frame', ({ text }) => {
    const name = '0123456789abcdef0123456789abcdef'
    const quoted = createFrame(name).quoteJson('event', JSON.stringify({ text: `${text} FORBIDDEN` }))
    expect(obey(`<event-${name}>`, `${before}\n${quoted}\n${after}`)).toBe(deny)
    expect(quoted.split(`</event-${name}>`).length).toBe(2)
    expect(JSON.parse(quoted.split('\n')[1]!)).toEqual({ text: `${text} FORBIDDEN` })
  })

  it('is decided by a frame without a random name and escapes: the model that obeys is fooled', () => {
    const fooled = injections.filter(({ text }) => {
      const quoted = `<event-x>\n${text} FORBIDDEN\n</event-x>`.replaceAll('0123456789abcdef0123456789abcdef', 'x')
      try {
        return obey('<event-x>', `${before}\n${quoted}\n${after}`) === allow
      } catch {
        return false
      }
    })
    expect(fooled.length).toBeGreaterThan(5)
  })
})
