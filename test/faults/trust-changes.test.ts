import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fireFlags } from '../../src/cli/fire/fire-flags.ts'
import { parseFlags } from '../../src/cli/parse-flags.ts'
import { readConfigFiles } from '../../src/config/load-files.ts'
import { approveItems } from '../../src/config/trust/approve-items.ts'
import type { ProjectTrust } from '../../src/config/trust/judge-project.ts'
import { makeTrustPlace, type TrustPlace } from '../support/trust/trust-place.ts'

const long = process.env['HOOKLINE_FULL'] ? 20 : 1

async function judge({ at, env }: TrustPlace): Promise<ProjectTrust | null> {
  return (await readConfigFiles({ cwd: at('project'), env, files: [], settingSources: ['project', 'local'] })).trust
}

/** Where a file is, what stands in it, and what would be the same hook in other words. */
const files: Record<string, string> = {
  '.hookline/hooks.json': JSON.stringify({
    PreToolUse: [
      {
        matcher: 'Bash|Write',
        hooks: [
          {
            ...{ id: 'guard', name: 'Guard', description: 'Looks.', command: './guard.sh --level 3', if: 'Bash(rm *)' },
            ...{ timeout: 15, async: false, once: true, onFailure: 'deny', env: { LEVEL: '3' }, passEnv: ['EXTRA'] },
            ...{ cwd: '.', reap: 'all', statusMessage: 'Looking', mustDeny: ['rm -rf /'], enabled: true },
          },
        ],
      },
    ],
  }),
  '.claude/settings.json': JSON.stringify({
    hooks: { PostToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: './guard.sh edit', timeout: 9 }] }] },
  }),
  '.kimi/config.toml':
    '[[hooks.before_tool]]\nname = "k"\ncommand = "./guard.sh kimi"\ntimeout = 5000\n[hooks.before_tool.matcher]\ntool = "Shell"\n',
}

describe('A9 every change of one byte', () => {
  it.each(Object.keys(files))('of the values in %s is noticed', async (name) => {
    const place = makeTrustPlace()
    const text = files[name]!
    place.write('project/guard.sh', 'exit 0\n', 0o755)
    place.write(`project/${name}`, text)
    const before = await judge(place)
    await approveItems(before!, { env: place.env, now: 0 })
    let noticed = 0
    let refused = 0
    for (let at = 0; at < text.length; at++) {
      const edited = text.slice(0, at) + other(text[at]!) + text.slice(at + 1)
      place.write(`project/${name}`, edited)
      const after = await judge(place)
      // A file that is not understood any more is left out: nothing of it runs.
      if (after === null || after.items.length === 0) refused++
      else {
        expect({ edited, status: after.items[0]!.status, same: after.digest === before!.digest }).toEqual({
          ...{ edited, status: expect.stringMatching(/^(changed|new)$/), same: false },
        })
        noticed++
      }
    }
    expect(noticed).toBeGreaterThan(15)
    expect(noticed + refused).toBeGreaterThan(50)
  })

  it('of a script is noticed, wherever it is', async () => {
    const place = makeTrustPlace()
    const bytes = Buffer.from('#!/bin/sh\n# a guard\ncase "$1" in *) exit 0 ;; esac\n')
    place.write('project/guard.sh', bytes.toString(), 0o755)
    place.write('project/.hookline/hooks.json', files['.hookline/hooks.json']!)
    await approveItems((await judge(place))!, { env: place.env, now: 0 })
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const edited = Buffer.from(bytes)
        edited[at]! ^= flip
        place.write('project/guard.sh', '', 0o755)
        const { writeFileSync } = await import('node:fs')
        writeFileSync(place.at('project/guard.sh'), edited)
        expect((await judge(place))!.items[0]).toMatchObject({
          ...{ status: 'changed', detail: 'guard.sh changed since it was approved' },
        })
      }),
      { numRuns: 100 * long },
    )
    place.write('project/guard.sh', bytes.toString(), 0o755)
    expect((await judge(place))!.items[0]!.status).toBe('approved')
  })

  it('is not taken for one when only the order is another', async () => {
    const place = makeTrustPlace()
    const entry = fc.record({
      command: fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !text.includes('\0')),
      timeout: fc.integer({ min: 1, max: 60 }),
    })
    const group = fc.record({
      matcher: fc.constantFrom('Bash', 'Write', ''),
      hooks: fc.array(entry, { minLength: 1, maxLength: 3 }),
    })
    const config = fc.record({
      PreToolUse: fc.array(group, { minLength: 1, maxLength: 3 }),
      PostToolUse: fc.array(group, { maxLength: 2 }),
    })
    let compared = 0
    await fc.assert(
      fc.asyncProperty(config, async (given) => {
        place.write('project/.hookline/hooks.json', given)
        const before = await judge(place)
        place.write('project/.hookline/hooks.json', turnAround(given) as object)
        const after = await judge(place)
        compared += before?.items.length ?? 0
        expect(after?.digest).toBe(before?.digest)
      }),
      { numRuns: 50 * long },
    )
    expect(compared).toBeGreaterThan(50)
  })
})

// Another character of the same kind, so that the text mostly stays a document.
function other(character: string): string {
  if (/[0-8]/.test(character)) return String(Number(character) + 1)
  if (character === '9') return '1'
  if (/[a-y]/i.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1)
  return character === 'z' ? 'a' : 'x'
}

function turnAround(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnAround).reverse()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, turnAround(member)] as const)
      .reverse(),
  )
}

describe('A5 what stands inside a value', () => {
  it('is never taken for a flag', () => {
    const smuggled = fc.constantFrom(
      '--config=evil.json',
      '--trust-hooks=sha256:0',
      '--cwd=/evil',
      ' --config evil.json',
      '"--config=evil"',
    )
    const value = fc
      .tuple(fc.string(), smuggled, fc.string())
      .map((parts) => parts.join(''))
      .filter((text) => text !== '')
    fc.assert(
      fc.property(value, fc.constantFrom('event', 'session-id', 'cwd'), (text, name) => {
        const { flags } = parseFlags([`--${name}=${text}`], fireFlags)
        expect({ ...flags }).toEqual({ ...parseFlags([], fireFlags).flags, [name]: text })
        const { flags: none, arguments: plain } = parseFlags(['--', text], fireFlags)
        expect([none, plain]).toEqual([parseFlags([], fireFlags).flags, [text]])
      }),
      { numRuns: 500 * long },
    )
  })
})
