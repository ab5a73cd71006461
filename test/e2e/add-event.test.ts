import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramResult, runProgram } from '../setup/run-program.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const copied = [
  'src',
  'web',
  'scripts',
  'schemas',
  'docs',
  'README.md',
  'README.zh-CN.md',
  'biome.json',
  'package.json',
]
const settings = ['tsconfig.json', 'tsconfig.build.json']

/** An event as somebody would add it: one file, nothing else. */
const madeUp = `import { joined, lastWins, strictest } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { count, oneOf, text } from '../schema/field.ts'

export default defineEvent({
  name: 'CoffeeBreak',
  position: 135,
  fires: 'before the agent takes a break',
  powers: ['block', 'context'],
  blocked: 'there is no break',
  matches: 'drinkKind',
  feedbackTo: 'user',
  plainText: 'recorded',
  aliases: ['TeaBreak'],
  input: {
    drinkKind: text('What is drunk.'),
    cupCount: count('How many cups.'),
  },
  output: {
    decision: strictest(oneOf(['block'], 'Refuse the break.')),
    reason: lastWins('reason', text('Why.')),
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
`

/** Uses the event by its types; the marked lines must not compile. */
const typed = `import type { EventInput, EventOutput, HooksConfig } from './index.ts'
import { HookEvent } from './index.ts'

export const name: 'CoffeeBreak' = HookEvent.CoffeeBreak
export const input: EventInput<'CoffeeBreak'> = { drinkKind: 'tea', cupCount: 1 }
export const output: EventOutput<'CoffeeBreak'> = { decision: 'block', reason: 'later' }
export const config: HooksConfig = { CoffeeBreak: [async (given) => ({ action: given.cupCount > 2 ? 'skip' : 'continue' })] }
// @ts-expect-error the count is no text
export const wrong: EventInput<'CoffeeBreak'> = { drinkKind: 'tea', cupCount: 'one' }
// @ts-expect-error there is no such answer
export const never: EventOutput<'CoffeeBreak'> = { decision: 'allow' }
`

/** Fires the event at a command and a callback. */
const fired = `import { createHooks } from './dist/index.js'

const hooks = await createHooks({
  TeaBreak: [{ matcher: 'coffee', hooks: [{ command: 'cat > seen.json; echo none left >&2; exit 2' }] }],
  CoffeeBreak: [(input) => ({ additionalContext: input.drinkKind + ' ' + input.cupCount })],
})
const session = hooks.session({ id: 'break' })
const verdicts = []
for (const drinkKind of ['tea', 'coffee']) verdicts.push(await session.fire('CoffeeBreak', { drinkKind, cupCount: 2 }))
console.log(JSON.stringify(verdicts.map(({ decision, reason, context }) => ({ decision, reason, context }))))
await hooks.close()
`

let copy: string
let generated: ProgramResult
let built: ProgramResult

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'hookline-add-event-'))
  for (const name of [...copied, ...settings]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'src/protocol/events/coffee-break.ts'), madeUp)
  generated = await runNode('scripts/gen.ts')
  built = await runNode('scripts/build.ts')
}, 180_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('an event that is added as one file', () => {
  it('is taken up by npm run gen, which then finds nothing left to do', async () => {
    expect(generated).toMatchObject({ code: 0, stderr: '' })
    expect(await runNode('scripts/gen.ts', '--check')).toMatchObject({ code: 0 })
    const { stdout, stderr, code } = await runProgram(
      join(root, 'node_modules/.bin/biome'),
      ['check', '--vcs-enabled=false', 'src/protocol/events'],
      {
        cwd: copy,
      },
    )
    expect({ code, told: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, told: '' })
  })

  it('has a schema', () => {
    const schema = JSON.parse(readFileSync(join(copy, 'schemas/coffee-break.schema.json'), 'utf8'))
    expect(schema).toMatchObject({ title: 'CoffeeBreak', description: 'Fires before the agent takes a break.' })
    expect(schema.$defs.input.required).toContain('cup_count')
    expect(schema.$defs.output.properties.hookSpecificOutput.properties).toHaveProperty('additionalContext')
    const config = JSON.parse(readFileSync(join(copy, 'schemas/hooks.schema.json'), 'utf8'))
    expect(Object.keys(config.$defs.hooks.properties)).toEqual(expect.arrayContaining(['CoffeeBreak', 'TeaBreak']))
  })

  it('is in the documents', () => {
    for (const page of ['README.md', 'README.zh-CN.md']) {
      expect(readFileSync(join(copy, page), 'utf8')).toContain('| before the agent takes a break |')
    }
    const reference = readFileSync(join(copy, 'docs/reference/events.md'), 'utf8')
    expect(reference).toContain('## CoffeeBreak')
    expect(reference).toContain('| `cup_count` |')
    expect(readFileSync(join(copy, 'docs/reference/config.md'), 'utf8')).toContain('`TeaBreak`')
  })

  it('has types', async () => {
    writeFileSync(join(copy, 'src/coffee.ts'), typed)
    const { stdout } = await runProgram(
      join(root, 'node_modules/.bin/tsc'),
      ['--noEmit', '-p', 'tsconfig.build.json'],
      {
        cwd: copy,
      },
    )
    rmSync(join(copy, 'src/coffee.ts'))
    expect(stdout.split('\n').filter((line) => /coffee/.test(line))).toEqual([])
  })

  it('is built, printed by hookline events and fired like any other', async () => {
    expect(built).toMatchObject({ code: 0 })
    const listed = await runNode('dist/bin/hookline.js', 'events')
    expect(listed.code).toBe(0)
    expect(listed.stdout).toMatch(/CoffeeBreak .*before the agent takes a break/)
    expect((await runNode('dist/bin/hookline.js', 'schema', 'CoffeeBreak')).stdout).toContain('cup_count')
    writeFileSync(join(copy, 'fire.mjs'), fired)
    const { stdout, stderr, code } = await runNode('fire.mjs')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual([
      { decision: null, reason: null, context: ['tea 2'] },
      { decision: 'deny', reason: 'none left', context: [] },
    ])
    expect(JSON.parse(readFileSync(join(copy, 'seen.json'), 'utf8'))).toMatchObject({
      hook_event_name: 'CoffeeBreak',
      drink_kind: 'coffee',
      cup_count: 2,
    })
  })
})

function runNode(...args: string[]): Promise<ProgramResult> {
  return runProgram(process.execPath, args, { cwd: copy })
}
