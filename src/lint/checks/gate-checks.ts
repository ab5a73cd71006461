import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import { mayBlock, writesDecision } from '../may-block.ts'
import { alwaysExits, findExits } from '../shell/find-exits.ts'
import { claude, native } from './example.ts'

const guard = (options: string): string =>
  `{ "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "command": "./guard.sh"${options} }] }] }`

const script = { 'guard.sh': '#!/bin/sh\ncase $(cat) in *prod*) echo "not on prod" >&2; exit 2 ;; esac\n' }
const samples = ', "mustDeny": ["deploy prod"], "mustAllow": ["ls"]'

/** Guards that do not guard. */
export const gateChecks: readonly LintCheck[] = [
  {
    code: 'gate-fails-open',
    title: 'A gate lets the call through when it fails.',
    severity: 'warning',
    why: 'A crash, a timeout or a missing program is no answer, and without a policy no answer means that the call runs.',
    remedy:
      'Say what a failure does: "onFailure": "deny" on the hook, "strict": true for the file, or samples under mustDeny. "onFailure": "ignore" says that it is meant.',
    example: {
      wrong: claude(
        `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] }] } }`,
        script,
      ),
      right: claude(
        `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh", "onFailure": "block" }] }] } }`,
        script,
      ),
    },
    hook: findFailingOpen,
  },
  {
    code: 'gate-without-samples',
    title: 'A gate has no sample that it must deny.',
    severity: 'warning',
    why: 'Nobody knows whether it denies anything: a wrong field name or a missing program looks the same as nothing to object to.',
    remedy: 'Add samples under mustDeny and mustAllow; `hookline test` proves them.',
    example: { wrong: native(guard(', "onFailure": "deny"'), script), right: native(guard(samples), script) },
    hook: findUnproved,
  },
  {
    code: 'async-gate',
    title: 'A hook that wants to block is async.',
    severity: 'error',
    why: 'Nobody waits for an async hook: the call has run before it answers, and its answer does not count.',
    remedy: 'Remove async, or leave the blocking to another hook.',
    example: { wrong: native(guard(', "async": true'), script), right: native(guard(samples), script) },
    hook: findAsync,
  },
  {
    code: 'once-gate',
    title: 'A hook that wants to block runs only once.',
    severity: 'warning',
    why: 'The first call of a session is judged, all others pass unseen.',
    remedy: 'Remove once.',
    example: {
      wrong: native(guard(`${samples}, "once": true`), script),
      right: native(guard(samples), script),
    },
    hook: findOnce,
  },
  {
    code: 'exit-2-cannot-block',
    title: 'A hook exits with 2 on an event that cannot be blocked.',
    severity: 'warning',
    why: 'Exit code 2 blocks only where something is still to come; elsewhere its text is shown and everything goes on.',
    remedy: 'Move the hook to an event that can be blocked, or exit with 0; `hookline events` lists what hooks may do.',
    example: {
      wrong: native(`{ "SessionEnd": [{ "hooks": [{ "command": "exit 2" }] }] }`),
      right: native(`{ "SessionEnd": [{ "hooks": [{ "command": "exit 0" }] }] }`),
    },
    hook: findIdleBlocks,
  },
  {
    code: 'exit-1-blocks-nothing',
    title: 'A gate seems to object with exit code 1.',
    severity: 'warning',
    why: 'Only exit code 2 denies. 1 is a crash, and by default a crash lets the call through.',
    remedy: 'Use exit 2 to deny.',
    example: {
      wrong: native(guard(', "onFailure": "ignore"'), {
        'guard.sh': '#!/bin/sh\ncase $(cat) in *prod*) echo "not on prod" >&2; exit 1 ;; esac\n',
      }),
      right: native(guard(', "onFailure": "ignore"'), script),
    },
    hook: findWrongExits,
  },
  {
    code: 'endless-stop',
    title: 'A hook keeps the agent from ever stopping.',
    severity: 'warning',
    why: 'It blocks every stop, whatever was done: the agent works until the cap on blocks in a row ends it.',
    remedy: 'Let it block for a reason that can be mended, such as failing tests.',
    example: {
      wrong: native(`{ "strict": true, "Stop": [{ "hooks": [{ "command": "echo more >&2; exit 2" }] }] }`),
      right: native(
        `{ "strict": true, "Stop": [{ "hooks": [{ "command": "test -f done.txt || { echo 'write done.txt' >&2; exit 2; }" }] }] }`,
      ),
    },
    hook: findEndless,
  },
]

// A line that only writes a log is no guard, whatever event it stands on.
function isGuard(linted: LintedHook): boolean {
  const runsScript = linted.code.programs.some(({ script }) => script !== undefined)
  return linted.isGate && linted.hook.idle?.why !== 'disabled' && (runsScript || mayBlock(linted))
}

function* findFailingOpen(linted: LintedHook): Generator<Finding> {
  const { hook, entry, file, place } = linted
  if (!isGuard(linted) || entry['onFailure'] !== undefined || entry['fail_mode'] !== undefined) return
  const base = file.valueAt(['hooks']) === undefined ? [] : ['hooks']
  if (file.valueAt([...base, 'failureBehavior']) !== undefined) return
  const open = Object.entries(hook.onFailure).filter(([, policy]) => policy === 'ignore')
  if (open.length === 0) return
  const hints: Readonly<Record<string, string>> = {
    claude: 'Add "onFailure": "block" to the hook.',
    kimi: 'Add onFailure = "deny" to the hook.',
    'kimi-official': 'Add fail_mode = "closed" to the hook.',
  }
  const hint = hints[hook.dialect.name]
  yield {
    place: place(),
    message: `When this gate fails (${open.map(([name]) => name).join(', ')}), the call runs.`,
    ...(hint !== undefined && { hint }),
  }
}

function* findUnproved(linted: LintedHook): Generator<Finding> {
  const { hook, place } = linted
  if (hook.dialect.name !== 'blade' || hook.samples.mustDeny.length > 0 || !isGuard(linted)) return
  yield { place: place(), message: 'Nothing proves that this gate denies what it should.' }
}

function* findAsync(linted: LintedHook): Generator<Finding> {
  const { hook, entry, place } = linted
  if (!hook.async || !hook.dialect.can(hook.event, 'block') || !mayBlock(linted)) return
  const key = ['async', 'async_', 'asyncRewake'].find((name) => entry[name] !== undefined)
  yield { place: place(key), message: 'An async hook cannot block: what it answers does not count.' }
}

function* findOnce(linted: LintedHook): Generator<Finding> {
  const { hook, place } = linted
  if (!hook.once || !linted.isGate || !mayBlock(linted)) return
  yield { place: place('once'), message: 'This gate judges only the first call of a session.' }
}

function* findIdleBlocks({ hook, code }: LintedHook): Generator<Finding> {
  if (hook.dialect.can(hook.event, 'block')) return
  const name = hook.dialect.eventName(hook.event) ?? hook.event
  for (const source of code.sources) {
    const exit = findExits(source).find((found) => found.code === 2)
    if (exit) yield { place: source.place(exit.offset), message: `Exit code 2 blocks nothing on ${name}.` }
  }
}

function* findWrongExits(linted: LintedHook): Generator<Finding> {
  const { hook, code } = linted
  if (!linted.isGate || hook.onFailure.crash === 'deny') return
  if (code.sources.some((source) => findExits(source).some((exit) => exit.code === 2) || writesDecision(source.text)))
    return
  for (const source of code.sources) {
    const exit = findExits(source).find((found) => found.code === 1)
    if (exit) yield { place: source.place(exit.offset), message: 'Exit code 1 is a failure, not a decision.' }
  }
}

function* findEndless(linted: LintedHook): Generator<Finding> {
  const { hook, place } = linted
  const name = hook.dialect.eventName(hook.event) ?? hook.event
  if (!linted.isGate || !/stop$/i.test(name) || !alwaysDenies(linted)) return
  yield { place: place(), message: `This hook blocks every ${name}.` }
}

/** Whether a hook denies whatever it is given. */
export function alwaysDenies({ code }: LintedHook): boolean {
  const [line, ...scripts] = code.sources
  if (!line) return false
  if (alwaysExits(line, 2)) return true
  const [only, ...others] = code.programs.filter(({ source }) => source === line)
  const script = scripts.find(({ file }) => file === only?.script)
  return others.length === 0 && script !== undefined && alwaysExits(script, 2)
}
