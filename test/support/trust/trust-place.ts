import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { approveItems } from '../../../src/config/trust/approve-items.ts'
import { createHooks, type Hooks } from '../../../src/hooks/create-hooks.ts'
import type { CreateHooksOptions } from '../../../src/hooks/hooks-types.ts'
import type { ObservedStep } from '../../../src/protocol/ports.ts'
import type { Verdict } from '../../../src/protocol/verdict.ts'

/** A project and a home of their own, opened through the library. Removed when the test ends. */
export interface TrustPlace {
  readonly env: Record<string, string>
  at(path: string): string
  write(path: string, content: string | object, mode?: number): string
  /** Loads all layers; what is told goes to `steps`. */
  open(options?: CreateHooksOptions): Promise<Hooks>
  steps: ObservedStep[]
  /** Fires PreToolUse for Bash. */
  fire(options?: CreateHooksOptions): Promise<Verdict>
  /** Approves all that the project wants to run. */
  approve(): Promise<void>
  statuses(options?: CreateHooksOptions): Promise<string[]>
}

export function makeTrustPlace(): TrustPlace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-trust-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['home', 'project']) mkdirSync(join(root, folder))
  const at = (path: string): string => join(root, path)
  const env = { HOME: at('home'), PATH: '/usr/bin:/bin' }
  const place: TrustPlace = {
    env,
    at,
    steps: [],
    write(path, content, mode = 0o644) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      chmodSync(at(path), mode)
      return at(path)
    },
    async open(options = {}) {
      place.steps = []
      const hooks = await createHooks(
        {},
        {
          cwd: at('project'),
          env,
          settingSources: ['user', 'project', 'local'],
          observer: (step) => void place.steps.push(step),
          preflight: false,
          ...options,
        },
      )
      onTestFinished(() => hooks.close())
      return hooks
    },
    async fire(options) {
      const session = (await place.open(options)).session()
      return session.fire('PreToolUse', { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } })
    },
    async approve() {
      const trust = (await place.open({ watchUserFiles: false })).trust()
      expect(trust).not.toBeNull()
      await approveItems(trust!, { env, now: 0 })
    },
    async statuses(options) {
      return (await place.open(options)).trust()?.items.map(({ status }) => status) ?? []
    },
  }
  return place
}
