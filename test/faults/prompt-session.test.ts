import { describe, expect, it } from 'vitest'
import { createSession, type HooksConfig, type StreamMessage } from '../../src/index.ts'
import type { Script, ScriptStep } from '../../src/models/index.ts'
import { startOpenAiServer } from '../support/model-servers/index.ts'

/** Plays the session by its steps and every prompt hook by its words. */
function play(main: readonly ScriptStep[], judge: (said: string) => string): { script: Script; mainSteps: number[] } {
  const mainSteps: number[] = []
  const script: Script = ({ messages, tools, step }) => {
    const said = messages.flatMap(({ content }) => content.map((part) => ('text' in part ? part.text : ''))).join('\n')
    if (tools.length === 0) return { text: judge(said) }
    mainSteps.push(step)
    return main[step] ?? {}
  }
  return { script, mainSteps }
}

async function runTurn(script: Script, hooks: HooksConfig): Promise<StreamMessage[]> {
  await using session = await createSession({
    provider: { type: 'scripted', script },
    storage: false,
    permissionMode: 'yolo',
    hooks,
    observer: () => {},
  })
  await session.send('Tidy up.')
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

describe('prompt hooks in a session', () => {
  it('ask its provider without being counted among its steps', async () => {
    const bash = (command: string): ScriptStep => ({ toolCalls: [{ name: 'Bash', input: { command } }] })
    const { script, mainSteps } = play(
      [bash('rm -rf /tmp/nothing-here'), bash('echo fine'), { text: 'Done.' }],
      (said) => (said.includes('rm -rf') ? '{"permissionDecision":"deny","permissionDecisionReason":"no rm"}' : '{}'),
    )
    const messages = await runTurn(script, {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'prompt', prompt: '检查以下命令是否安全: $ARGUMENTS' }] }],
    })
    const results = messages.filter((message) => message.type === 'tool_result')
    expect(results.map(({ isError, output }) => [isError, isError && output])).toEqual([
      [true, 'no rm'],
      [false, false],
    ])
    expect(mainSteps).toEqual([0, 1, 2])
  })

  it('keep the agent working until they are content', async () => {
    let stops = 0
    const { script, mainSteps } = play([{ text: 'Done.' }, { text: 'Now the tests pass.' }], (said) => {
      stops++
      const done = said.includes('Now the tests pass.')
      return JSON.stringify(done ? {} : { hookSpecificOutput: { continue: true, continueReason: 'Run the tests.' } })
    })
    const messages = await runTurn(script, { Stop: [{ hooks: [{ type: 'prompt', prompt: 'Are the tests green?' }] }] })
    expect([messages.at(-1), stops, mainSteps]).toMatchObject([
      { type: 'result', subtype: 'success', content: 'Now the tests pass.' },
      2,
      [0, 1],
    ])
  })

  it('block a prompt', async () => {
    const { script, mainSteps } = play([{ text: 'never' }], () => '{"decision":"block","reason":"not today"}')
    const messages = await runTurn(script, {
      UserPromptSubmit: [{ hooks: [{ type: 'prompt', prompt: 'Is it our business?' }] }],
    })
    expect([messages.at(-1), mainSteps]).toMatchObject([{ subtype: 'blocked', reason: 'not today' }, []])
  })

  it('ask the model of the session unless they name another', async () => {
    await using server = await startOpenAiServer(({ body }) => ({ text: body.tools ? 'Done.' : '{}' }))
    await using session = await createSession({
      provider: { type: 'openai-compatible', baseUrl: `${server.url}/v1` },
      model: 'the-model',
      storage: false,
      hooks: {
        UserPromptSubmit: [
          {
            hooks: [
              { type: 'prompt', prompt: 'First?' },
              { type: 'prompt', prompt: 'Second?', model: 'small' },
            ],
          },
        ],
      },
      observer: () => {},
      canUseTool: async () => ({ behavior: 'allow' }),
    })
    await session.send('Hi.')
    for await (const message of session.stream()) void message
    expect(server.requests.map(({ body }) => body.model).sort()).toEqual(['small', 'the-model', 'the-model'])
  })
})
