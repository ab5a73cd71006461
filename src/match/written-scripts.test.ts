import { describe, expect, it } from 'vitest'
import { parseCommand } from '../shell/parse-command.ts'
import { listWrittenScripts } from './written-scripts.ts'

const list = (text: string) => listWrittenScripts(parseCommand(text).commands, text)

describe('listWrittenScripts', () => {
  it.each([
    ["echo 'rm x' > a.sh; sh a.sh", ['rm x']],
    ["printf '%s' 'rm x' > /tmp/a && bash -e /tmp/a", ['rm x']],
    ["cat > a <<'E'\nrm x\nrm y\nE\nchmod +x a && ./a", ['rm x\nrm y']],
    ["tee a <<< 'rm x' && . ./a", ['rm x']],
    ["echo 'rm x' > a.sh", []],
    ["echo 'rm x' > a.sh; sh b.sh", []],
    ['sh a.sh', []],
    ['echo rm x', []],
  ])('%s', (text, expected) => {
    expect(list(text)).toEqual(expected)
  })
})
