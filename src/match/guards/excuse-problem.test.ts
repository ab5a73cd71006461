import { describe, expect, it } from 'vitest'
import { dangerousCommands } from './dangerous-commands.ts'
import { evaluateGuardPack } from './evaluate-guard-pack.ts'

const judge = (command: string) =>
  evaluateGuardPack(dangerousCommands, { toolName: 'Bash', toolInput: { command }, cwd: '/srv/work/project' }).decision

describe('excuseProblem', () => {
  it.each([
    'n=$((n + 1)); echo $n',
    'NODE_OPTIONS=--max-old-space-size=4096 npm run build',
    'PYTHONPATH=. pytest',
    'GIT_EDITOR=true git rebase --continue',
    'export PATH="$PWD/node_modules/.bin:$PATH"',
    'export PATH=$HOME/.local/bin:$PATH && node -v',
    'while IFS= read -r line; do echo "$line"; done < file.txt',
    'source .venv/bin/activate && pytest',
    '. "$HOME/.cargo/env" && cargo build',
    "awk -F, 'NR>1 {s+=$2} END {print s}' data.csv",
    "awk '$3 > 100 || $4 > 5' data.txt",
    'node -e "console.log(1)"',
    'python3 --version',
    "python3 - <<'EOF'\nprint(1)\nEOF",
    'eval "$(ssh-agent -s)"',
    '[[ -f a && ! -d b ]] && echo ok',
  ])('says nothing about %s', (command) => {
    expect(judge(command)).toBeNull()
  })

  it.each([
    "x='a[$(reboot)]'; echo $((x))",
    'NODE_OPTIONS="--require ./evil.js" npm test',
    'PYTHONPATH=/tmp/evil python3 x.py',
    'GIT_EDITOR=./evil git rebase --continue',
    'PATH=/tmp/evil:$PATH ls',
    'PATH=/tmp/evil ls',
    'export PATH=.:$PATH; ls',
    'LD_PRELOAD=./x.so ls',
    'source <(base64 -d x)',
    'source /dev/stdin < x',
    'awk \'BEGIN { system("x") }\'',
    'awk \'{ print | "sh" }\' x',
    'awk \'BEGIN { "x" | getline }\'',
    'node -e "$CODE"',
    "python3 - <<'EOF'\nimport os; os.system('x')\nEOF",
    'cat x | python3',
    'cat x | sh',
    'eval "$(./evil)"',
    'eval "$(ssh-agent -s)"; sh -c "$X"',
    'eval "$(ssh-agent -s)"; $X',
    '[[ -f a || rm x ]]',
  ])('asks about %s', (command) => {
    expect(judge(command)).toBe('ask')
  })
})
