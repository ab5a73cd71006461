import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HookEvent } from '../../protocol/event-types.ts'

/** What stands in the project of the demo: sources with a fault, a secret, hooks in three dialects and their scripts. */
export function writeDemoProject(folder: string, { node, server }: { node: string; server: string }): void {
  const files: Record<string, string> = {
    'sum.js': 'export const sum = (a, b) => a - b\n',
    'test.sh': `grep -q 'a + b' sum.js || { echo 'sum(1, 2) is -1, expected 3' >&2; exit 1; }\n`,
    'build/app.js': '// built\n',
    'settings.env': 'REGION=eu\nDEPLOY_TOKEN=tok-4711-demo\n',
    'hooks/no-secrets.sh': noSecrets,
    'hooks/no-deletion.sh': noDeletion,
    'hooks/tests-pass.sh': testsPass,
    'hooks/redact.mjs': redactWorker,
    'hooks.json': `${JSON.stringify({ hooks: nativeHooks(node, server) }, null, 2)}\n`,
    'claude-settings.json': `${JSON.stringify({ hooks: claudeHooks }, null, 2)}\n`,
    'kimi.toml': kimiHooks,
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (name.endsWith('.sh')) chmodSync(file, 0o755)
  }
}

/** The files of hooks, as `createSession` takes them: who names a file trusts it. */
export const demoConfigs = [
  { path: 'hooks.json' },
  { path: 'claude-settings.json', dialect: 'claude' },
  { path: 'kimi.toml', dialect: 'kimi' },
] as const

const noSecrets = `#!/bin/sh
# A prompt with a token in it never reaches the model.
if grep -q 'tok-[0-9]'; then
  echo 'There is a token in the prompt. Take it out and send it again.' >&2
  exit 2
fi
`

const noDeletion = `#!/bin/sh
echo 'Nothing is deleted here without its owner.' >&2
exit 2
`

const testsPass = `#!/bin/sh
sh test.sh 2>hooks/last-test || { echo "The tests fail: $(cat hooks/last-test)" >&2; exit 2; }
`

const redactWorker = `// A worker: started once, asked a line at a time. It takes secrets out of what tools return.
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const { id, payload } = JSON.parse(line)
  const output = payload.tool_output
  const content = String(output?.content ?? '').replace(/tok-[\\w-]+/g, '[redacted]')
  const answer = content === output?.content ? null : { updatedOutput: { ...output, content } }
  console.log(JSON.stringify({ id, answer }))
}
`

function nativeHooks(node: string, server: string): Record<string, unknown> {
  const allowedHosts = [new URL(server).hostname]
  const http = { type: 'http', url: server, allowedHosts }
  return {
    version: 1,
    [HookEvent.UserPromptSubmit]: [
      { hooks: [{ id: 'no-secrets', command: './hooks/no-secrets.sh', onFailure: 'deny' }] },
    ],
    [HookEvent.PreToolUse]: [
      {
        matcher: 'Bash',
        hooks: [
          {
            id: 'no-deletion',
            command: './hooks/no-deletion.sh',
            if: 'Bash(rm *)',
            onFailure: 'deny',
            mustDeny: ['rm -rf ~', 'sh -c "rm -rf /tmp/x"'],
          },
        ],
      },
    ],
    [HookEvent.PermissionRequest]: [
      {
        matcher: 'Write',
        hooks: [
          { id: 'ask-model', type: 'prompt', prompt: 'May this file be written without asking a person? $ARGUMENTS' },
        ],
      },
    ],
    [HookEvent.PostToolUse]: [
      { matcher: 'Read', hooks: [{ id: 'redact', type: 'worker', command: `'${node}' hooks/redact.mjs` }] },
    ],
    [HookEvent.PostToolUseFailure]: [{ hooks: [{ id: 'hint', ...http }] }],
    [HookEvent.Notification]: [{ hooks: [{ id: 'pager', ...http, allow204: true }] }],
    [HookEvent.TaskCompleted]: [
      {
        hooks: [
          {
            id: 'check-result',
            type: 'agent',
            prompt: 'Is the result of this task right? Look at the files. $ARGUMENTS',
          },
        ],
      },
    ],
    [HookEvent.Stop]: [
      { hooks: [{ id: 'tests-pass', command: './hooks/tests-pass.sh', statusMessage: 'Running the tests' }] },
    ],
    [HookEvent.SessionEnd]: [{ hooks: [{ id: 'goodbye', command: 'cat > hooks/last-session.json' }] }],
  }
}

const claudeHooks = {
  [HookEvent.SessionStart]: [
    {
      hooks: [
        {
          type: 'command',
          command: 'echo "export REVIEWER=demo" >> "$CLAUDE_ENV_FILE"; echo "This project has its tests in test.sh."',
        },
      ],
    },
  ],
  [HookEvent.SubagentStart]: [
    { hooks: [{ type: 'command', command: `echo '{"additionalContext": "Only look, change nothing."}'` }] },
  ],
  [HookEvent.SubagentStop]: [{ hooks: [{ type: 'command', command: 'cat > hooks/last-subagent.json' }] }],
}

// Kimi's own names of events; its file is text.
const kimiHooks = `[[hooks.before_agent]]
name = "house-rules"
type = "command"
command = "echo 'Answer in one sentence.'"
timeout = 5000

[[hooks.after_agent]]
name = "turn-log"
type = "command"
command = "cat >> hooks/turns.log"
timeout = 5000

[[hooks.pre_compact]]
name = "keep-notes"
type = "command"
command = "cp hooks/turns.log hooks/turns.kept 2>/dev/null || true"
timeout = 5000
`
