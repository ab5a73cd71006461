// Change what a tool gets and what the model sees of its result; the verdicts say who changed what.
import assert from 'node:assert/strict'
import { createHooks, defineHooks } from '../src/index.ts'

const config = defineHooks({
  PreToolUse: [() => ({ action: 'continue', modifiedInput: { limit: 100 } })],
  PostToolUse: [
    {
      matcher: 'Read',
      hooks: [
        {
          type: 'callback',
          id: 'redact',
          callback: ({ toolOutput }) => {
            const output = toolOutput as { content: string }
            return {
              updatedOutput: { ...output, content: output.content.replace(/SECRET_KEY=\w+/g, 'SECRET_KEY=***') },
            }
          },
        },
      ],
    },
  ],
})
const hooks = await createHooks(config)
const session = hooks.session()

const read = await session.tool({ name: 'Read', input: { file_path: '.env' } }, ({ limit }) => ({
  content: `SECRET_KEY=abc (${limit} lines at most)`,
}))
assert.deepEqual(read.output, { content: 'SECRET_KEY=*** (100 lines at most)' })
assert.deepEqual(
  read.verdicts.flatMap(({ changes }) => changes),
  [
    { path: 'input.limit', by: 'code#PreToolUse[0]' },
    { path: 'output.content', by: 'redact' },
  ],
)
await hooks.close()
