// Let a model judge what a rule cannot. What it judges is quoted as data; an answer that does not fit is a failure.
import assert from 'node:assert/strict'
import { createHooks } from '../src/index.ts'
import { createScriptedProvider } from '../src/testing/index.ts'

// Stands for a real model: `models: { type: 'anthropic' }` asks one.
const models = createScriptedProvider(({ messages }) => {
  const polite = JSON.stringify(messages).includes('please')
  return { text: polite ? '{}' : '{"decision": "block", "reason": "Say please."}' }
})
const hooks = await createHooks(
  {
    UserPromptSubmit: [
      { hooks: [{ type: 'prompt', prompt: 'Is this prompt polite? $ARGUMENTS', onFailure: 'deny', timeout: 10 }] },
    ],
  },
  { models },
)
const session = hooks.session()
const submit = (userPrompt: string) => session.fire('UserPromptSubmit', { userPrompt, hasImages: false, imageCount: 0 })

assert.equal((await submit('please sum this up')).decision, null)
const rude = await submit('sum this up')
assert.deepEqual([rude.decision, rude.reason], ['deny', 'Say please.'])
await hooks.close()
