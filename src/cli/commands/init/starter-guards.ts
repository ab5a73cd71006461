import { HookEvent } from '../../../protocol/event-types.ts'
import type { HooksConfig } from '../../../protocol/native-config.ts'
import { formatScript } from './scripts/format-script.ts'
import { guardScript } from './scripts/guard-script.ts'
import { testsScript } from './scripts/tests-script.ts'

/** A guard that a starter configuration may have. */
export interface StarterGuard {
  readonly name: string
  /** Asked on a terminal. */
  readonly question: string
  /** Its part of the configuration. */
  readonly config: HooksConfig
  /** The script it runs: its name in the folder of the configuration, and its text. */
  readonly script: { readonly name: string; text(facts: ProjectFacts): string }
}

/** What is known of the project that the guards are for. */
export interface ProjectFacts {
  /** What runs the tests; undefined when nothing was found. */
  readonly testCommand: string | undefined
}

/** The guards that `init` offers, in the order of the questions. */
export const starterGuards: readonly StarterGuard[] = [
  {
    name: 'dangerous-commands',
    question: 'Deny commands that destroy data, leak secrets or rewrite history',
    config: {
      guards: ['hookline:dangerous-commands'],
      [HookEvent.PreToolUse]: [
        {
          matcher: 'Bash',
          hooks: [
            {
              id: 'project-commands',
              description: 'Commands that this project leaves to people.',
              type: 'command',
              command: '.hookline/guard-commands.sh',
              timeout: 10,
              mustDeny: ['git push --force origin main', 'npm publish'],
              mustAllow: ['git status', 'git push origin main'],
            },
          ],
        },
      ],
    },
    script: { name: 'guard-commands.sh', text: () => guardScript },
  },
  {
    name: 'format-after-edit',
    question: 'Format files after they were written or edited',
    config: {
      [HookEvent.PostToolUse]: [
        {
          matcher: 'Write|Edit',
          hooks: [
            {
              id: 'format-after-edit',
              description: 'Formats what was written, with the formatter of the project.',
              type: 'command',
              command: '.hookline/format-after-edit.sh',
              timeout: 30,
            },
          ],
        },
      ],
    },
    script: { name: 'format-after-edit.sh', text: () => formatScript },
  },
  {
    name: 'tests-before-stop',
    question: 'Keep the agent working until the tests pass',
    config: {
      [HookEvent.Stop]: [
        {
          hooks: [
            {
              id: 'tests-before-stop',
              description: 'The agent may stop when the tests pass.',
              type: 'command',
              command: '.hookline/tests-before-stop.sh',
              timeout: 300,
              statusMessage: 'Running the tests',
              mustDeny: [{ final_response: 'Done, but two tests still fail.' }],
            },
          ],
        },
      ],
    },
    script: { name: 'tests-before-stop.sh', text: ({ testCommand }) => testsScript(testCommand) },
  },
]

/** The configuration of these guards: strict, so that a guard that fails denies. */
export function composeConfig(guards: readonly StarterGuard[]): HooksConfig {
  return Object.assign({ version: 1, strict: true } satisfies HooksConfig, ...guards.map(({ config }) => config))
}
