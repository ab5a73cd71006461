import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeExec } from './write-exec.ts'

const script = 'for a in "$@"; do printf "%s\\n--\\n" "$a"; done'

function run(args: string[]): string[] {
  const spec = writeExec('sh', ['-c', script, 'sh', ...args])
  const env = { PATH: process.env['PATH'], CLAUDE_PROJECT_DIR: '/a "b" $HOME' }
  const output =
    'exec' in spec
      ? execFileSync(spec.exec, [...spec.args], { env })
      : execFileSync('/bin/sh', ['-c', spec.shell], { env })
  return output.toString().split('\n--\n').slice(0, -1)
}

describe('writeExec', () => {
  it('starts a program without a shell', () => {
    expect(writeExec('prog', ['$HOME', '*'])).toEqual({ exec: 'prog', args: ['$HOME', '*'] })
  })

  it('substitutes the project directory and nothing else', () => {
    expect(run(['${CLAUDE_PROJECT_DIR}/x', "it's", '$HOME', '$CLAUDE_PROJECT_DIR', '`id`', '*', 'a b', ''])).toEqual([
      '/a "b" $HOME/x',
      "it's",
      '$HOME',
      '$CLAUDE_PROJECT_DIR',
      '`id`',
      '*',
      'a b',
      '',
    ])
  })

  it('gives the program every argument as it was written', () => {
    const text = fc
      .array(fc.constantFrom("'", '"', '$x', '`', '\\', ' ', ';', 'é', 'a'), { maxLength: 6 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (args) => {
        expect(run(['${CLAUDE_PROJECT_DIR}', ...args])).toEqual(['/a "b" $HOME', ...args])
      }),
      { numRuns: 25 },
    )
  })
})
