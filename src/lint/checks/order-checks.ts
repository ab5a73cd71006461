import { formatPlace } from '../../base/errors.ts'
import { stableJson } from '../../base/json.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import { listKnownTools } from '../known-tools.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import type { LintedHook } from '../linted-hook.ts'
import { kimi, native } from './example.ts'
import { alwaysDenies } from './gate-checks.ts'

const observer = (hooks: string): string => `{ "Notification": [{ "hooks": [${hooks}] }] }`

/** Hooks that do not run, or run too often. */
export const orderChecks: readonly LintCheck[] = [
  {
    code: 'duplicate-hook',
    title: 'The same handler is configured twice for the same calls.',
    severity: 'warning',
    why: 'Within a file it runs twice; from two files it runs once, with the strictest options of both.',
    remedy: 'Keep one of them.',
    example: {
      wrong: native(observer('{ "command": "echo hello" }, { "command": "echo hello" }')),
      right: native(observer('{ "command": "echo hello" }')),
    },
    together: findDuplicates,
  },
  {
    code: 'unreachable-hook',
    title: 'A hook stands behind one that denies every time.',
    severity: 'warning',
    why: 'Hooks of Kimi run one after the other, and a deny ends the chain: this one never runs.',
    remedy: 'Put the hook first, or give the one before it a condition.',
    example: {
      wrong: kimi(
        `[[hooks.before_tool]]\ncommand = "echo no >&2; exit 2"\nonFailure = "deny"\n\n[[hooks.before_tool]]\ncommand = "echo hello"\n`,
      ),
      right: kimi(
        `[[hooks.before_tool]]\ncommand = "echo hello"\n\n[[hooks.before_tool]]\ncommand = "echo no >&2; exit 2"\nonFailure = "deny"\n`,
      ),
    },
    file: findUnreachable,
  },
  {
    code: 'disabled-hook',
    title: 'A hook is switched off.',
    severity: 'warning',
    why: 'It, or its whole file, says `enabled: false` (in Claude files `disableAllHooks: true`): it never runs.',
    remedy: 'Switch it on again, or remove it.',
    example: {
      wrong: native(observer('{ "command": "echo hello", "enabled": false }')),
      right: native(observer('{ "command": "echo hello" }')),
    },
    hook: findDisabled,
  },
]

function* findDuplicates(files: readonly LintedFile[]): Generator<Finding> {
  const hooks = files.flatMap((file) => file.hooks).filter(({ hook }) => hook.handler.type !== 'callback')
  const alike = Map.groupBy(hooks, ({ hook }) =>
    stableJson([hook.event, hook.handler, hook.condition?.describe() ?? '']),
  )
  for (const group of alike.values()) {
    for (const [index, linted] of group.entries()) {
      const first = group.slice(0, index).find((other) => overlap(other, linted))
      if (!first) continue
      yield { place: linted.place(), message: `The same handler as ${formatPlace(first.place())}.` }
    }
  }
}

function overlap({ hook: a }: LintedHook, { hook: b }: LintedHook): boolean {
  if (a.matcher.all || b.matcher.all || a.matcher.describe() === b.matcher.describe()) return true
  if (!a.matcher.byValue || !b.matcher.byValue || eventDefinition(a.event).matches !== 'toolName') return false
  return listKnownTools(a.dialect.name).some((value) => a.matcher.test({ value }) && b.matcher.test({ value }))
}

function* findUnreachable(file: LintedFile): Generator<Finding> {
  const running = file.hooks.filter(
    ({ hook }) => hook.dialect.sequential && !hook.async && hook.idle?.why !== 'disabled',
  )
  for (const group of Map.groupBy(running, ({ hook }) => hook.event).values()) {
    for (const [index, linted] of group.entries()) {
      const before = group.slice(0, index).find((other) => coversAll(other, linted) && alwaysDenies(other))
      if (!before) continue
      yield {
        place: linted.place(),
        message: `${formatPlace(before.place())} denies every time: this hook never runs.`,
      }
    }
  }
}

function coversAll({ hook: a }: LintedHook, { hook: b }: LintedHook): boolean {
  return a.condition === undefined && (a.matcher.all || a.matcher.describe() === b.matcher.describe())
}

function* findDisabled({ hook, place }: LintedHook): Generator<Finding> {
  if (hook.idle?.why === 'disabled')
    yield { place: place('enabled'), message: `The hook never runs: ${hook.idle.detail}.` }
}
