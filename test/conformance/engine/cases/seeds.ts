import type { CanUseTool, HookInput } from '../../../../src/index.ts'
import type { Case, ConfigFile, Fields } from '../case.ts'
import { bash, call, claudeFile, deny, hook, numbered, on, onMatch, prints } from '../compose.ts'

/** Programs that the documents call and a machine need not have. They write down how they were called. */
const programs: Record<string, string> = {
  'bin/black': '#!/bin/sh\necho "$@" >> black.log\nexit "${BLACK_EXIT:-0}"\n',
  'bin/notify-send': '#!/bin/sh\necho "$@" >> notify.log\n',
  'bin/npm':
    '#!/bin/sh\necho "npm $*" >> npm.log\necho "some output of npm"\n[ "$1 $2" = "run type-check" ] && exit "${TYPES_EXIT:-0}"\nexit "${TESTS_EXIT:-0}"\n',
  'bin/npx': '#!/bin/sh\necho "$@" >> npx.log\n',
  'bin/python': '#!/bin/sh\nexec python3 "$@"\n',
}

const path = (): Record<string, string> => ({ PATH: `<dir>/bin:${process.env['PATH']}` })

/** A case with the programs in the PATH, and variables that native hooks must be passed by name. */
function withPrograms(item: Omit<Case, 'id' | 'basis'>): Omit<Case, 'id' | 'basis'> {
  return { ...item, tree: { ...programs, ...item.tree }, env: { ...path(), ...item.env } }
}

const toml = (text: string): ConfigFile[] => [{ dialect: 'kimi', text, file: 'config.toml' }]
const written = (file: string): Fields => ({ ...call('Write', { file_path: file, content: 'x' }), toolOutput: 'ok' })
const task: Fields = { taskId: '1', taskDescription: 'd', success: true }
const stop: Fields = { stopReason: 'no_tool_calls' }

const sessionStart = `#!/bin/bash
# session-start.sh - 加载项目上下文

echo '{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "当前分支: main, 最近提交: abc123"}}'
`

const validatePrompt = `#!/bin/bash
# validate-prompt.sh - 验证用户输入

PROMPT=$(jq -r '.user_prompt')

if echo "$PROMPT" | grep -qi "password\\|secret\\|api.key"; then
  echo '{"decision": "block", "reason": "检测到敏感信息，请勿在提示中包含密码或密钥"}' >&2
  exit 2
fi

exit 0
`

const blockDangerous = `#!/bin/bash
# block-dangerous-commands.sh

COMMAND=$(jq -r '.tool_input.command')

if echo "$COMMAND" | grep -q 'rm -rf'; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "危险命令被阻止"
    }
  }'
else
  exit 0
fi
`

// As printed the second jq finds stdin spent; here the input is read once.
const postWriteLint = `#!/bin/bash
# post-write-lint.sh - 写入文件后运行 lint

INPUT=$(cat)
TOOL_NAME=$(jq -r '.tool_name' <<< "$INPUT")
FILE_PATH=$(jq -r '.tool_input.file_path' <<< "$INPUT")

if [[ "$TOOL_NAME" == "Write" || "$TOOL_NAME" == "Edit" ]]; then
  if [[ "$FILE_PATH" == *.ts || "$FILE_PATH" == *.tsx ]]; then
    npx eslint --fix "$FILE_PATH" 2>/dev/null
  fi
fi

exit 0
`

const ensureTests = `#!/bin/bash
# ensure-tests-pass.sh - 确保测试通过后才停止

npm test > /dev/null 2>&1
if [ $? -ne 0 ]; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "Stop",
      continue: true,
      continueReason: "测试失败，请修复后再完成任务"
    }
  }'
else
  exit 0
fi
`

const verifyTask = `#!/bin/bash
# verify-task-completion.sh - 验证任务是否真正完成

# 运行测试
npm test > /dev/null 2>&1
TEST_RESULT=$?

# 运行类型检查
npm run type-check > /dev/null 2>&1
TYPE_RESULT=$?

if [ $TEST_RESULT -ne 0 ] || [ $TYPE_RESULT -ne 0 ]; then
  jq -n '{
    hookSpecificOutput: {
      hookEventName: "TaskCompleted",
      blockCompletion: true,
      blockReason: "测试或类型检查失败，请修复后再标记任务完成"
    }
  }'
else
  exit 0
fi
`

const firstToml = `[hooks]
# 在会话开始时执行
[[hooks.session_start]]
name = "notify-start"
type = "command"
command = "notify-send 'Kimi session started'"

# 在工具执行前拦截（同步执行，可阻断）
[[hooks.before_tool]]
name = "block-dangerous"
type = "command"
matcher = { tool = "Shell", pattern = "rm -rf /" }
command = "echo '{\\"decision\\": \\"deny\\", \\"reason\\": \\"Dangerous command\\"}'"

# 在文件写入后异步执行（不阻塞）
[[hooks.after_tool]]
name = "auto-format"
type = "command"
matcher = { tool = "WriteFile", pattern = "\\\\.py$" }
command = "black --quiet ."
async_ = true  # 异步执行
`

const templateToml = `[[hooks.after_tool]]
name = "auto-format"
type = "command"
matcher = { tool = "WriteFile", pattern = "\\\\.py$" }
command = "black --quiet \\"$KIMI_WORK_DIR/{{tool_input.file_path}}\\""
async_ = true  # 异步执行
timeout = 30000
`

const exitTwoToml = `[[hooks.before_tool]]
name = "block-dangerous"
type = "command"
matcher = { tool = "Shell", pattern = "rm -rf /|mkfs|dd if=/dev/zero" }
command = """
echo '{"decision": "deny", "reason": "Dangerous command blocked"}'
exit 2  # 使用 exit 2 强制阻断
"""
`

const securityHook = `#!/usr/bin/env python3
# security-hook.py
import json
import sys

def main():
    # 读取事件数据
    event = json.load(sys.stdin)
    
    tool_name = event.get("tool_name", "")
    tool_input = event.get("tool_input", {})
    
    # 安全检查逻辑
    if tool_name == "Shell":
        command = tool_input.get("command", "")
        
        # 危险命令列表
        dangerous = ["rm -rf /", "mkfs", "dd if=/dev/zero", "> /dev/sda"]
        for pattern in dangerous:
            if pattern in command:
                # 方法 1: 使用 exit 2 阻断
                print(f"Dangerous command detected: {pattern}", file=sys.stderr)
                sys.exit(2)
                
        # 需要确认的敏感操作
        if "prod" in command and ("drop" in command or "delete" in command):
            result = {
                "decision": "ask",
                "reason": "This affects production. Continue?"
            }
            print(json.dumps(result))
            sys.exit(0)
    
    # 默认允许
    result = {"decision": "allow"}
    print(json.dumps(result))

if __name__ == "__main__":
    main()
`

const securityToml = `[[hooks.before_tool]]
name = "security-check"
type = "command"
matcher = { tool = "Shell" }
command = "python <dir>/security-hook.py"
timeout = 5000
`

const gateToml = `[[hooks.before_stop]]
name = "verify-tests"
type = "command"
command = """
# 在允许 Agent 完成前运行测试
if ! npm test 2>&1; then
    echo "测试通过前不能完成任务" >&2
    exit 2
fi
echo '{"decision": "allow"}'
"""
timeout = 60000
`

const qualityGate = `#!/usr/bin/env python3
# quality-gate.py
import json
import subprocess
import sys

def main():
    event = json.load(sys.stdin)
    
    # 检查测试是否通过
    test_result = subprocess.run(["npm", "test"], capture_output=True, text=True)
    if test_result.returncode != 0:
        print(json.dumps({
            "decision": "deny",
            "reason": "测试失败。修复后再完成。"
        }))
        sys.exit(0)
    
    # 检查代码格式
    fmt_result = subprocess.run(["black", "--check", "."], capture_output=True)
    if fmt_result.returncode != 0:
        print(json.dumps({
            "decision": "deny", 
            "reason": "代码未格式化。运行 'black .' 修复。"
        }))
        sys.exit(0)
    
    print(json.dumps({"decision": "allow"}))

if __name__ == "__main__":
    main()
`

const combinedToml = `# 1. 同步拦截危险命令
[[hooks.before_tool]]
name = "block-dangerous"
type = "command"
matcher = { tool = "Shell" }
command = """
input=$(cat)
if echo "$input" | grep -q "rm -rf /"; then
    echo '{"decision": "deny", "reason": "Dangerous command blocked"}'
    exit 2
fi
echo '{"decision": "allow"}'
"""

# 2. 异步格式化代码
[[hooks.after_tool]]
name = "auto-format"
type = "command"
matcher = { tool = "WriteFile", pattern = "\\\\.py$" }
command = "black --quiet ."
async_ = true
timeout = 30000

# 3. 异步发送通知
[[hooks.after_tool]]
name = "notify-changes"
type = "command"
matcher = { tool = "WriteFile" }
command = """
input=$(cat)
file=$(echo "$input" | grep -o '"file_path": "[^"]*"' | cut -d'"' -f4)
notify-send "File modified: $file"
"""
async_ = true
timeout = 5000
`

const productionToml = `# 只在生产环境执行
[[hooks.before_tool]]
name = "prod-check"
type = "command"
matcher = { tool = "Shell" }
command = """
if [ "$ENV" = "production" ]; then
    python <dir>/prod-check.py
else
    echo '{"decision": "allow"}'
fi
"""
`

const forceToml = `[[hooks.before_tool]]
name = "force"
command = '''
if [ "危险条件" ]; then
    echo "阻断原因" >&2
    exit 2
fi

echo '{"decision": "allow"}'
exit 0
'''
`

// As printed the branch holds nothing but a comment, which no shell takes; here it does something.
const stateToml = `[[hooks.session_start]]
name = "setup-env"
command = """
mkdir -p .kimi
echo "PROJECT_TYPE=python" >> .kimi/env
echo '{"decision": "allow"}'
"""

[[hooks.before_tool]]
name = "type-check"
command = """
if [ "$PROJECT_TYPE" = "python" ]; then
    # 执行 Python 特定检查
    echo "python project" >&2; exit 2
fi
"""
`

const DANGEROUS_PATTERNS = [/rm\s+-rf/, /mkfs/, /dd\s+if=/, />\s*\/dev\//]

const canUseNpm: CanUseTool = async (toolName, input, options) => {
  // 只读工具自动批准
  if (options.toolKind === 'readonly') {
    return { behavior: 'allow' }
  }

  // npm 命令自动批准
  if (toolName === 'Bash' && input['command']?.startsWith('npm ')) {
    return { behavior: 'allow' }
  }

  // 其他情况询问用户
  return { behavior: 'ask' }
}

/** The examples of the documents, as they are printed; where a text could never have worked, mended. */
export const seedCases: Case[] = numbered('D', [
  {
    title: '000 session-start.sh gives context',
    tree: { 'session-start.sh': sessionStart },
    config: on('SessionStart', './session-start.sh'),
    event: 'SessionStart',
    input: { source: 'startup' },
    expect: { context: ['当前分支: main, 最近提交: abc123'] },
  },
  {
    title: '000 validate-prompt.sh blocks secrets with the reason it writes as JSON',
    tree: { 'validate-prompt.sh': validatePrompt },
    config: on('UserPromptSubmit', './validate-prompt.sh'),
    steps: [
      {
        fire: 'UserPromptSubmit',
        input: { userPrompt: 'my Password is x' },
        expect: deny('检测到敏感信息，请勿在提示中包含密码或密钥'),
      },
      { fire: 'UserPromptSubmit', input: { userPrompt: 'hello' }, expect: {} },
    ],
  },
  {
    title: '000 block-dangerous-commands.sh denies, from the configuration of the document',
    tree: {
      'scripts/validate-bash.sh': blockDangerous,
      'scripts/auto-approve-edits.sh': `#!/bin/sh\n${prints({ permissionDecision: 'approve' })}\n`,
    },
    config: {
      enabled: true,
      defaultTimeout: 60,
      timeoutBehavior: 'ignore',
      failureBehavior: 'ignore',
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: './scripts/validate-bash.sh', timeout: 10 }] },
      ],
      PermissionRequest: [
        { matcher: 'Write|Edit', hooks: [{ type: 'command', command: './scripts/auto-approve-edits.sh' }] },
      ],
    },
    session: { permissionMode: 'default' },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'rm -rf x' } },
        expect: { status: 'denied', reason: '危险命令被阻止' },
      },
      { tool: { name: 'Write', input: {} }, expect: { status: 'ok', ran: {} } },
      { tool: { name: 'Bash', input: { command: 'ls' } }, expect: { status: 'denied', reason: /nobody to ask/ } },
    ],
  },
  withPrograms({
    title: '000 post-write-lint.sh, reading its input once, lints what was written',
    tree: { 'post-write-lint.sh': postWriteLint },
    config: onMatch('PostToolUse', 'Write|Edit', './post-write-lint.sh'),
    steps: [
      { fire: 'PostToolUse', input: written('a.ts'), expect: {} },
      { fire: 'PostToolUse', input: written('b.md'), expect: {} },
      { read: 'npx.log', holds: 'eslint --fix a.ts' },
    ],
  }),
  ...(['1', '0'] as const).map((code) =>
    withPrograms({
      title: `000 ensure-tests-pass.sh ${code === '1' ? 'keeps the agent working' : 'lets it stop'}`,
      tree: { 'ensure-tests-pass.sh': ensureTests },
      env: { TESTS_EXIT: code },
      config: on('Stop', hook('h', './ensure-tests-pass.sh', { passEnv: ['TESTS_EXIT'] })),
      event: 'Stop',
      input: stop,
      expect: code === '1' ? deny('测试失败，请修复后再完成任务') : {},
    }),
  ),
  ...(['1', '0'] as const).map((code) =>
    withPrograms({
      title: `000 verify-task-completion.sh ${code === '1' ? 'blocks the completion' : 'lets it be'}`,
      tree: { 'verify-task-completion.sh': verifyTask },
      env: { TYPES_EXIT: code },
      config: on('TaskCompleted', hook('h', './verify-task-completion.sh', { passEnv: ['TYPES_EXIT'] })),
      event: 'TaskCompleted',
      input: task,
      expect: code === '1' ? deny('测试或类型检查失败，请修复后再标记任务完成') : {},
    }),
  ),
  {
    title: '000 the canUseTool of the document approves what reads and npm, and asks for the rest',
    session: { permissionMode: 'default', canUseTool: canUseNpm, onAsk: () => false },
    steps: [
      { tool: { name: 'Read', input: {} }, expect: { status: 'ok', ran: {} } },
      {
        tool: { name: 'Bash', input: { command: 'npm test' } },
        expect: { status: 'ok', ran: { command: 'npm test' } },
      },
      { tool: { name: 'Bash', input: { command: 'ls' } }, expect: { status: 'denied', reason: /refused by the user/ } },
    ],
  },
  ...(
    [
      [{ reason: '工作已完成' }, {}],
      [{ decision: 'block', reason: '需要继续完善测试用例' }, deny('需要继续完善测试用例')],
    ] as const
  ).map(([answer, expected]) => ({
    title: `001 a Stop hook that prints ${JSON.stringify(answer)}`,
    files: [claudeFile({ hooks: { Stop: [{ hooks: [{ type: 'command', command: prints(answer) }] }] } })],
    event: 'Stop' as const,
    input: stop,
    expect: { ...expected, warnings: [] },
  })),
  ...(['allow', 'deny'] as const).map((decision) => ({
    title: `001 a hook on AskUserQuestion that answers ${decision}`,
    files: [
      claudeFile({
        hooks: {
          PreToolUse: [
            {
              matcher: 'AskUserQuestion',
              hooks: [
                {
                  type: 'command',
                  command: prints({
                    hookSpecificOutput: {
                      hookEventName: 'PreToolUse',
                      permissionDecision: decision,
                      permissionDecisionReason: '应该先添加更多代码注释',
                    },
                  }),
                },
              ],
            },
          ],
        },
      }),
    ],
    event: 'PreToolUse' as const,
    input: call('AskUserQuestion', { questions: [] }),
    expect: { decision, reason: '应该先添加更多代码注释' },
  })),
  {
    title: '002 the settings of the document run their script for Bash',
    tree: { 'scripts/pre_tool.sh': '#!/bin/sh\ncat > payload.json\n' },
    files: [
      {
        dialect: 'claude',
        file: '.claude/settings.json',
        text: `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "scripts/pre_tool.sh",
            "timeout": 30
          }
        ]
      }
    ]
  }
}`,
      },
    ],
    session: { id: 'hooks-demo' },
    steps: [
      { list: [{ timeoutMs: 30_000 }] },
      { fire: 'PreToolUse', input: bash('pwd'), expect: {} },
      {
        read: 'payload.json',
        holds: {
          hook_event_name: 'PreToolUse',
          session_id: 'hooks-demo',
          cwd: '<dir>',
          tool_name: 'Bash',
          tool_input: { command: 'pwd' },
        },
      },
    ],
  },
  {
    title: '002 typed hooks: one that is waited for, one that is not',
    tree: {
      'pre_tool.sh': '#!/bin/sh\ncat >/dev/null; echo "危险命令被拒绝" >&2; exit 2\n',
      'post_tool.sh': '#!/bin/sh\ncat >/dev/null; touch post; exit 2\n',
    },
    options: {
      typedHooks: [
        { event: 'PreToolUse', command: '<dir>/pre_tool.sh' },
        { event: 'PostToolUse', command: '<dir>/post_tool.sh', async: true },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: bash('pwd'), expect: deny('危险命令被拒绝') },
      { fire: 'PostToolUse', input: { ...bash('pwd'), toolOutput: 1 }, expect: { runs: [{ status: 'async' }] } },
      { read: 'post', holds: '' },
    ],
  },
  withPrograms({
    title: '003 the first configuration of the document',
    files: toml(firstToml),
    steps: [
      { fire: 'SessionStart', input: { source: 'startup' }, expect: {} },
      { read: 'notify.log', holds: 'Kimi session started' },
      { fire: 'PreToolUse', input: bash('rm -rf /'), expect: deny('Dangerous command') },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { fire: 'PostToolUse', input: written('a.py'), expect: { runs: [{ hook: 'auto-format', status: 'async' }] } },
      { read: 'black.log', holds: '--quiet .' },
      { fire: 'PostToolUse', input: written('a.js'), expect: { runs: [{ status: 'skipped' }] } },
    ],
  }),
  withPrograms({
    title: '003 the formatter with a template is given the file, whatever its name',
    files: toml(templateToml),
    steps: [
      { fire: 'PostToolUse', input: written('<dir>/src/$(touch pwned) a.py'), expect: {} },
      { end: 'other' },
      { read: 'black.log', holds: '--quiet <dir>/src/$(touch pwned) a.py' },
      { missing: 'pwned' },
    ],
  }),
  {
    title: '003 deny and exit 2 together take the reason of the JSON',
    files: toml(exitTwoToml),
    steps: [
      { fire: 'PreToolUse', input: bash('mkfs /dev/x'), expect: deny('Dangerous command blocked') },
      { fire: 'PreToolUse', input: bash('dd if=/dev/zero of=x'), expect: deny('Dangerous command blocked') },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
    ],
  },
  withPrograms({
    title: '003 security-hook.py denies, asks and allows',
    tree: { 'security-hook.py': securityHook },
    files: toml(securityToml),
    steps: [
      { fire: 'PreToolUse', input: bash('rm -rf /'), expect: deny('Dangerous command detected: rm -rf /') },
      {
        fire: 'PreToolUse',
        input: bash('psql prod -c "drop table x"'),
        expect: { decision: 'ask', reason: 'This affects production. Continue?' },
      },
      { fire: 'PreToolUse', input: bash('ls'), expect: { warnings: [] } },
    ],
  }),
  ...(['1', '0'] as const).map((code) =>
    withPrograms({
      title: `003 the quality gate ${code === '1' ? 'keeps the agent working' : 'lets it stop, although npm talks before the answer'}`,
      env: { TESTS_EXIT: code },
      files: toml(gateToml),
      event: 'Stop',
      input: { ...stop, stepCount: 5 },
      expect: code === '1' ? deny('测试通过前不能完成任务') : {},
    }),
  ),
  ...(
    [
      [{ TESTS_EXIT: '1' }, deny('测试失败。修复后再完成。')],
      [{ BLACK_EXIT: '1' }, deny("代码未格式化。运行 'black .' 修复。")],
      [{}, {}],
    ] as const
  ).map(([env, expected]) =>
    withPrograms({
      title: `003 quality-gate.py with ${JSON.stringify(env)}`,
      tree: { 'quality-gate.py': qualityGate },
      env: env as Record<string, string>,
      files: toml('[[hooks.before_stop]]\ncommand = "python quality-gate.py"\n'),
      event: 'Stop',
      input: stop,
      expect: expected,
    }),
  ),
  withPrograms({
    title: '003 checks that are waited for beside work that is not',
    files: toml(combinedToml),
    steps: [
      { fire: 'PreToolUse', input: bash('rm -rf /'), expect: deny('Dangerous command blocked') },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { fire: 'PostToolUse', input: written('a.py'), expect: { runs: [{ status: 'async' }, { status: 'async' }] } },
      { end: 'other' },
      { read: 'black.log', holds: '--quiet .' },
      { read: 'notify.log', holds: 'File modified: a.py' },
    ],
  }),
  ...(['production', 'test'] as const).map((value) =>
    withPrograms({
      title: `003 a hook that runs its check only in production, in ${value}`,
      tree: { 'prod-check.py': 'import sys\nprint("production!", file=sys.stderr)\nsys.exit(2)\n' },
      env: { ENV: value },
      files: toml(productionToml),
      event: 'PreToolUse',
      input: bash('ls'),
      expect: value === 'production' ? deny('production!') : {},
    }),
  ),
  {
    title: '003 exit 2 blocks by itself',
    files: toml(forceToml),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('阻断原因'),
  },
  {
    title: '003 state passes from session_start to before_tool through the env file',
    files: toml(stateToml),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { env: { PROJECT_TYPE: 'python' } } },
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('python project') },
    ],
  },
  {
    title: '004 a dangerous command aborts the session',
    config: {
      PreToolUse: [
        async (input: HookInput) => {
          if (input.toolName === 'Bash') {
            const cmd = (input.toolInput as { command: string }).command
            for (const pattern of DANGEROUS_PATTERNS) {
              if (pattern.test(cmd)) {
                return { action: 'abort', reason: `危险命令被阻止: ${cmd}` }
              }
            }
          }
          return { action: 'continue' }
        },
      ],
    },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'echo x > /dev/sda' } },
        expect: {
          status: 'denied',
          reason: '危险命令被阻止: echo x > /dev/sda',
          halt: { reason: '危险命令被阻止: echo x > /dev/sda' },
        },
      },
      { tool: { name: 'Bash', input: { command: 'ls' } }, expect: { status: 'ok', ran: { command: 'ls' } } },
    ],
  },
  {
    title: '004 an input is prefixed before the tool, an output is cleaned after it',
    config: {
      PreToolUse: [
        async (input: HookInput) => {
          if (input.toolName === 'Write') {
            const params = input.toolInput as { filePath: string; content: string }
            return { action: 'continue', modifiedInput: { ...params, content: `// Auto-generated\n${params.content}` } }
          }
          return { action: 'continue' }
        },
      ],
      PostToolUse: [
        async (input: HookInput) => {
          if (input.toolName === 'Read') {
            const output = input.toolOutput as { content: string }
            return {
              action: 'continue',
              modifiedOutput: { ...output, content: output.content.replace(/SECRET_KEY=\w+/g, 'SECRET_KEY=***') },
            }
          }
          return { action: 'continue' }
        },
      ],
    },
    steps: [
      {
        tool: { name: 'Write', input: { filePath: 'a', content: 'x' } },
        expect: { status: 'ok', ran: { filePath: 'a', content: '// Auto-generated\nx' } },
      },
      {
        tool: { name: 'Read', input: { file_path: '.env' } },
        gives: { content: 'A=1\nSECRET_KEY=abc', size: 2 },
        expect: { status: 'ok', ran: { file_path: '.env' }, output: { content: 'A=1\nSECRET_KEY=***', size: 2 } },
      },
    ],
  },
  {
    title: '004 the confirmation of the document is told what is touched',
    session: {
      canUseTool: async (toolName, _, options) => {
        if (options.toolKind === 'readonly') {
          return { behavior: 'allow' }
        }
        return { behavior: 'deny', message: `允许 ${toolName} 操作 ${options.affectedPaths.join(', ')}? 用户拒绝` }
      },
    },
    steps: [
      {
        tool: { name: 'Edit', input: { file_path: 'src/a.ts' } },
        expect: { status: 'denied', reason: '允许 Edit 操作 src/a.ts? 用户拒绝' },
      },
    ],
  },
])
