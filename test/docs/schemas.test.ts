import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createHooks, type EventInput, HookEvent } from '../../src/index.ts'
import { eventDefinition, eventNames } from '../../src/protocol/event-types.ts'
import { eventSchema, verdictSchema } from '../../src/protocol/schemas.ts'
import { checkJsonSchema } from '../setup/check-json-schema.ts'
import { sampleObject } from '../setup/sample-value.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookline-schemas-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the schemas hold for what really happens', () => {
  it.each(eventNames)('when a command reads %s, and for the verdict', async (event) => {
    const file = join(folder, `${event}.json`)
    const first = { command: `cat > '${file}'; echo 'not that' >&2; exit 2` }
    const others = [
      { command: 'exit 3', shadow: true },
      { command: 'true', async: true },
    ]
    const hooks = await createHooks({ [event]: [{ hooks: [first, ...others] }] })
    const verdict = await hooks
      .session({ id: 's' })
      .fire(event, sampleObject(eventDefinition(event).input) as EventInput<typeof event>)
    await hooks.close()
    expect(checkJsonSchema(eventSchema(event), JSON.parse(readFileSync(file, 'utf8')))).toEqual([])
    expect(verdict.runs.length).toBe(3)
    expect(checkJsonSchema(verdictSchema(), JSON.parse(JSON.stringify(verdict)))).toEqual([])
  })

  it('for a verdict with rewrites, conflicts, failures and a halt', async () => {
    const hooks = await createHooks(
      {
        [HookEvent.PreToolUse]: [
          {
            hooks: [
              { id: 'a', command: `echo '{"hookSpecificOutput":{"updatedInput":{"command":"a"}}}'` },
              { id: 'b', command: `echo '{"hookSpecificOutput":{"updatedInput":{"command":"b"}}}'` },
              { id: 'c', command: 'kill -9 $$' },
            ],
          },
          () => ({ action: 'abort', reason: 'enough' }),
        ],
      },
      { observer: () => {} },
    )
    const verdict = await hooks
      .session()
      .fire('PreToolUse', { toolName: 'Bash', toolUseId: 'call_1', toolInput: { command: 'ls' } })
    await hooks.close()
    const { input, changes, halt, failedOpen } = verdict
    expect({ input, changes, halt, failedOpen }).toEqual({
      input: { command: 'b' },
      changes: [
        { path: 'input.command', by: 'a', conflict: true },
        { path: 'input.command', by: 'b', conflict: true },
      ],
      halt: { reason: 'enough' },
      failedOpen: [
        { hook: 'c', class: 'signal' },
        { hook: 'c', class: 'signal' },
      ],
    })
    expect(checkJsonSchema(verdictSchema(), JSON.parse(JSON.stringify(verdict)))).toEqual([])
  })
})
