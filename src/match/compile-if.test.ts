import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { compileIf } from './compile-if.ts'

const bash = (command: unknown) => ({ value: 'Bash', toolInput: { command }, cwd: '/repo' })
const test = (text: string, subject: Parameters<ReturnType<typeof compileIf>['test']>[0]) => {
  const { runs, complete } = compileIf(text).test(subject)
  return { runs, complete }
}

describe('compileIf', () => {
  it.each([
    ['git push', true, true],
    ['git push && git push -f', true, true],
    ['git push && ls', true, false],
    ['FOO=1 git push', true, true],
    ['echo hi; sh -c "git push"', true, false],
    ['git push > out.txt', true, false],
    ['$CMD', true, false],
    ['git push; $CMD', true, false],
    ['echo "unterminated', true, false],
    ['ls', false, false],
  ])('Bash(git push *) on %s', (command, runs, complete) => {
    expect(test('Bash(git push *)', bash(command))).toEqual({ runs, complete })
  })

  it('matches echo and cat in one command, as the client does', () => {
    expect(
      ['Bash(echo *)', 'Bash(cat *)', 'Bash(ls *)'].map((text) => test(text, bash('echo hi && cat f')).runs),
    ).toEqual([true, true, false])
  })

  it('tests paths', () => {
    const write = (file_path: string) => ({ value: 'Write', toolInput: { file_path }, cwd: '/repo' })
    expect([
      test('Write(src/**)', write('src/a')),
      test('Write(src/**)', write('lib/a')),
      test('Write(src/**)', bash('ls')),
    ]).toEqual([
      { runs: true, complete: true },
      { runs: false, complete: false },
      { runs: false, complete: false },
    ])
  })

  it('takes blank text for no condition, and runs on events without a tool call', () => {
    expect(test(' ', bash('ls'))).toEqual({ runs: true, complete: true })
    expect(test('Bash(x)', { value: 'startup' })).toEqual({ runs: true, complete: false })
  })

  it('runs when the command has the wrong type', () => {
    expect(test('Bash(git push *)', bash(['git', 'push']))).toEqual({ runs: true, complete: false })
  })

  it('refuses what is no rule', () => {
    for (const text of ['*x y', 'Bash(', 'git push']) expect(() => compileIf(text)).toThrow(HookError)
  })
})
