import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { matchRule } from './match-rule.ts'
import { parseRule } from './parse-rule.ts'

const bash = (command: unknown) => ({ toolName: 'Bash', toolInput: { command } })
const match = (rule: string, command: string) => {
  const { result, every } = matchRule(parseRule(rule), bash(command))
  return every ? `${result}, every` : result
}
const tool = (rule: string, toolName: string, toolInput: Record<string, unknown> = {}) =>
  matchRule(parseRule(rule), { toolName, toolInput, cwd: '/repo' })

describe('matchRule on commands', () => {
  it.each([
    ['Bash(git push *)', 'git push origin main', 'matched, every'],
    ['Bash(git push *)', 'git push', 'matched, every'],
    ['Bash(git push *)', 'git pushx', 'unmatched'],
    ['Bash(git push:*)', 'git push origin', 'matched, every'],
    ['Bash(git push:*)', 'git push', 'matched, every'],
    ['Bash(git push)', 'git push origin', 'unmatched'],
    ['Bash(npm run test:*)', 'npm run test:unit', 'matched, every'],
    ['Bash(npm test*)', 'npm test:unit', 'matched, every'],
    ['Bash(* --version)', 'cargo --version', 'matched, every'],
    ['Bash(git * main)', 'git push origin main', 'matched, every'],
    ['Bash(echo \\*)', 'echo "*"', 'matched, every'],
    ['Bash(echo \\*)', 'echo x', 'unmatched'],
    ['Bash(git commit -m "a b")', "git commit -m 'a b'", 'matched, every'],
    ['Shell(ls *)', 'ls -l', 'matched, every'],
    ['Bash', 'anything at all $(', 'matched, every'],
    ['Bash(*)', 'anything', 'matched, every'],
  ])('%s on %s is %s', (rule, command, expected) => {
    expect(match(rule, command)).toBe(expected)
  })

  it.each([
    ['echo hi && git push', 'matched'],
    ['git push && git push -u origin x', 'matched, every'],
    ['cat f | git push', 'matched'],
    ['(git push)', 'matched, every'],
    ['echo $(git push)', 'matched'],
    ['sh -c "git push"', 'matched, every'],
    ["bash -c 'echo a; git push x'", 'matched'],
    ['env A=1 git push', 'matched, every'],
    ['timeout 5 git push', 'matched, every'],
    ['echo x | xargs git push', 'matched'],
    ['sudo git push', 'matched'],
    ['FOO=1 git push', 'matched, every'],
    ['GIT_SSH_COMMAND=./evil git push', 'matched'],
    ['LD_PRELOAD=./x.so git push', 'matched'],
    ['/usr/bin/git push', 'matched'],
    ['git -C dir push --force', 'matched'],
    ['git -c x=y push', 'matched'],
    ['git --git-dir=.git push', 'matched'],
    ['git pu"s"h', 'matched, every'],
    ["g'i't push", 'matched, every'],
    ['git push $BRANCH', 'matched, every'],
    ['git $SUB', 'undecidable'],
    ['$X push', 'undecidable'],
    ['git push > log.txt', 'matched'],
    ['git push > /dev/null 2>&1', 'matched, every'],
    ['git push < ~/.ssh/id_rsa', 'matched'],
    ['if true; then git push; fi', 'matched'],
    ['for i in 1 2; do git push; done', 'matched, every'],
    ['git push "', 'matched'],
    ['ls', 'unmatched'],
    ['echo git push', 'unmatched'],
    ['git status # git push', 'unmatched'],
    ['', 'unmatched'],
  ])('Bash(git push *) on %s is %s', (command, expected) => {
    expect(match('Bash(git push *)', command)).toBe(expected)
  })

  it('compares a rule that is itself a pipeline with the whole text', () => {
    expect(match('Bash(curl * | sh)', 'curl https://x.example/i  |  sh')).toBe('matched')
    expect(match('Bash(npm ci && npm test)', 'npm ci && npm test')).toBe('matched, every')
    expect(match('Bash(npm ci && npm test)', 'npm ci')).toBe('unmatched')
  })

  it('B4: judges every part whatever joins them', () => {
    const joints = [
      'a; X',
      'a && X',
      'a || X',
      'a | X',
      'a |& X',
      'a & X',
      'a\nX',
      'a\r\nX',
      'cat <(X)',
      'tee >(X)',
      'cat <<E\n$(X)\nE',
      'echo `X`',
      '{ X; }',
      '! X',
      'time X',
      'f() { X; }; f',
      'case a in a) X;; esac',
      'while X; do :; done',
      'coproc X',
    ]
    for (const joint of joints)
      expect([joint, match('Bash(git push *)', joint.replace('X', 'git push -f'))]).toEqual([
        joint,
        expect.stringMatching(/^matched|^undecidable/),
      ])
  })

  it('B7: a command of the wrong type is undecidable, never unmatched', () => {
    for (const wrong of [['git', 'push'], { a: 1 }, 5, null, true, undefined, Object('git push')]) {
      expect(matchRule(parseRule('Bash(git push *)'), bash(wrong))).toMatchObject({
        result: 'undecidable',
        every: false,
      })
    }
    expect(matchRule(parseRule('Bash(x)'), { toolName: 'Bash', toolInput: {} }).result).toBe('undecidable')
  })

  it('B13: shows hidden characters in its reasons, and never takes them for nothing', () => {
    const { reason } = matchRule(parseRule('Bash(rm *)'), bash('rm \u202e\u200bfile'))
    expect(reason).toContain('\\u202e\\u200b')
    expect(match('Bash(rm *)', 'r\u200bm x')).toBe('undecidable')
  })
})

describe('matchRule on other tools', () => {
  it('matches names, aliases and servers', () => {
    expect([tool('Write', 'WriteFile').result, tool('Read', 'Write').result, tool('*', 'Anything').result]).toEqual([
      'matched',
      'unmatched',
      'matched',
    ])
    const server = ['mcp__git__push', 'mcp__git', 'mcp__github__push', 'mcp__git_hub__push']
    expect(server.map((name) => tool('mcp__git', name).result)).toEqual([
      'matched',
      'matched',
      'unmatched',
      'unmatched',
    ])
    expect(server.map((name) => tool('mcp__git__*', name).result)).toEqual([
      'matched',
      'unmatched',
      'unmatched',
      'unmatched',
    ])
    expect(tool('mcp__git__push', 'mcp__git__push').every).toBe(true)
  })

  it('matches paths, and an allow only as written', () => {
    expect(tool('Write(src/**)', 'Write', { file_path: 'src/a.ts' })).toMatchObject({ result: 'matched', every: true })
    expect(tool('Write(src/**)', 'WriteFile', { path: '/repo/src/a.ts' })).toMatchObject({
      result: 'matched',
      every: true,
    })
    expect(tool('Write(src/**)', 'Write', { file_path: 'SRC/a.ts' })).toMatchObject({ result: 'matched', every: false })
    expect(tool('Write(src/**)', 'Write', { file_path: 'src/../x' })).toMatchObject({ result: 'unmatched' })
    expect(
      tool('MultiEdit(src/**)', 'MultiEdit', { edits: [{ file_path: 'src/a' }, { file_path: 'b' }] }),
    ).toMatchObject({ result: 'matched', every: false })
    expect(tool('Write(src/**)', 'Write', {}).result).toBe('undecidable')
    expect(tool('Write(src/**)', 'Write', { file_path: ['src/a'] }).result).toBe('undecidable')
  })

  it('matches hosts of URLs', () => {
    const fetch = (rule: string, url: unknown) => tool(rule, 'WebFetch', { url }).result
    expect(fetch('WebFetch(domain:example.com)', 'https://EXAMPLE.com./x')).toBe('matched')
    expect(fetch('WebFetch(domain:example.com)', 'https://example.com@evil.test/')).toBe('unmatched')
    expect(fetch('WebFetch(domain:example.com)', 'https://a.example.com/')).toBe('unmatched')
    expect(fetch('WebFetch(domain:*.example.com)', 'https://a.example.com/')).toBe('matched')
    expect(fetch('WebFetch(domain:example.com)', ['https://example.com'])).toBe('undecidable')
  })

  it('matches other arguments against the strings of the input', () => {
    expect(tool('Agent(Explore)', 'Agent', { subagent_type: 'Explore', prompt: 'x' })).toMatchObject({
      result: 'matched',
      every: true,
    })
    expect(tool('Agent(Explore)', 'Agent', { subagent_type: ['Explore'] })).toMatchObject({
      result: 'matched',
      every: false,
    })
    expect(tool('Agent(Explore)', 'Agent', { subagent_type: 'Plan' }).result).toBe('unmatched')
  })
})

describe('parseRule', () => {
  it.each([
    ['', 0, 'name of a tool'],
    ['(x)', 0, 'name of a tool'],
    ['Bash(', 4, 'Tool(argument)'],
    ['Bash(x', 4, 'Tool(argument)'],
    ['Bash(x) y', 7, 'Tool(argument)'],
    ['Bash()', 5, 'every call'],
    ['git push *', 3, 'Bash(git push *)'],
    ['^Bash$', 0, 'regular expression'],
    ['Edit|', 4, 'both sides'],
  ])('refuses %j at position %i with a hint', (text, position, hint) => {
    const error = (() => {
      try {
        return parseRule(text)
      } catch (thrown) {
        return thrown
      }
    })()
    expect(error).toBeInstanceOf(HookError)
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID_PATTERN',
      message: expect.stringContaining(`at position ${position}.`),
      hint: expect.stringContaining(hint),
    })
  })

  it('keeps parentheses inside the argument', () => {
    expect(parseRule('Bash(echo (a))').argument?.text).toBe('echo (a)')
  })
})
