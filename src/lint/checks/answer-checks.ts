import { nearestName } from '../../base/names.ts'
import { findEvent } from '../../dialects/index.ts'
import { decisionWords } from '../../protocol/decision.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import { findAnswers, writesDeny } from '../shell/find-answers.ts'
import { findExits } from '../shell/find-exits.ts'
import { listNodes } from '../shell/walk-tree.ts'
import { native } from './example.ts'

const guard = `{ "strict": true, "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "command": "./guard.sh" }] }] }`
const answer = (json: string, rest = ''): Record<string, string> => ({
  'guard.sh': `#!/bin/sh\nif grep -q prod; then\n  echo '${json}'${rest}\nfi\n`,
})

/** Answers in scripts that will not be understood. */
export const answerChecks: readonly LintCheck[] = [
  {
    code: 'wrong-event-name',
    title: 'An answer names another event than the one its hook is for.',
    severity: 'error',
    why: 'Such an answer is invalid output: it is a failure, not a decision.',
    remedy: 'Use the name of the hook’s event in hookEventName, or leave it out.',
    example: {
      wrong: native(
        guard,
        answer('{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"}}'),
      ),
      right: native(guard, answer('{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}')),
    },
    hook: findWrongEvents,
  },
  {
    code: 'unknown-decision',
    title: 'An answer holds a word that is no decision.',
    severity: 'error',
    why: 'A decision is one of allow, approve, deny, block and ask, in small letters; any other word is invalid output.',
    remedy: 'Use allow, deny or ask.',
    example: {
      wrong: native(guard, answer('{"decision":"Deny"}')),
      right: native(guard, answer('{"decision":"deny"}')),
    },
    hook: findUnknownWords,
  },
  {
    code: 'deny-on-stderr',
    title: 'A refusal is written to stderr only.',
    severity: 'error',
    why: 'Answers are read from stdout. What stands on stderr counts only beside exit code 2; here the call runs.',
    remedy: 'Write the JSON to stdout, or exit with 2.',
    example: {
      wrong: native(guard, answer('{"decision":"deny"}', ' >&2')),
      right: native(guard, answer('{"decision":"deny"}')),
    },
    hook: findMisplaced,
  },
]

// A script may serve several events: only one that never says the right one is wrong.
function* findWrongEvents({ hook, code }: LintedHook): Generator<Finding> {
  for (const source of code.sources) {
    const named = findAnswers(source).filter(({ field, value }) => field === 'hookEventName' && value !== '')
    if (named.some(({ value }) => findEvent(value) === hook.event)) continue
    const [first] = named
    if (!first) continue
    yield {
      place: source.place(first.offset),
      message: `The answer says hookEventName "${first.value}", but the hook is for ${hook.event}.`,
    }
  }
}

function* findUnknownWords({ code }: LintedHook): Generator<Finding> {
  for (const source of code.sources) {
    for (const { field, value, offset } of findAnswers(source)) {
      if (field === 'hookEventName' || value === '' || Object.hasOwn(decisionWords, value)) continue
      const nearest = nearestName(value, Object.keys(decisionWords))
      yield {
        place: source.place(offset),
        message: `"${value}" is no decision.`,
        ...(nearest !== undefined && { hint: `Did you mean "${nearest}"?` }),
      }
    }
  }
}

function* findMisplaced({ code }: LintedHook): Generator<Finding> {
  if (code.sources.some((source) => findExits(source).some((exit) => exit.code === 2))) return
  for (const source of code.sources) {
    if (!source.tree) continue
    const commands = listNodes(source.tree, 'Command').filter(({ redirects }) => redirects.some(leadsToStderr))
    const found = commands.find(({ pos, end }) => writesDeny({ text: source.text.slice(pos, end) }))
    if (found) yield { place: source.place(found.pos), message: 'The refusal goes to stderr, where nobody reads it.' }
  }
}

function leadsToStderr(redirect: { type: string; operator: string; target?: { text: string } | undefined }): boolean {
  const { operator, target } = redirect
  return (operator === '>&' && target?.text === '2') || (operator.startsWith('>') && target?.text === '/dev/stderr')
}
