import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { evaluatePermissions, parsePermissions } from './evaluate-permissions.ts'

const bash = (command: unknown) => ({ toolName: 'Bash', toolInput: { command }, cwd: '/srv/work/project' })
const decide = (lists: Parameters<typeof parsePermissions>[0], command: string) =>
  evaluatePermissions(parsePermissions(lists), bash(command)).decision

describe('evaluatePermissions', () => {
  it('puts deny before ask before allow, and says which rule', () => {
    const rules = parsePermissions({
      allow: ['Bash(git *)'],
      ask: ['Bash(git push *)'],
      deny: ['Bash(git push --force*)'],
    })
    expect(evaluatePermissions(rules, bash('git push --force'))).toEqual({
      decision: 'deny',
      rule: 'Bash(git push --force*)',
      reason: 'Bash(git push --force*): `git push --force` matches',
    })
    expect(evaluatePermissions(rules, bash('git push'))).toEqual({
      decision: 'ask',
      rule: 'Bash(git push *)',
      reason: 'Bash(git push *): `git push` matches',
    })
    expect(evaluatePermissions(rules, bash('git log'))).toEqual({
      decision: 'allow',
      rule: 'Bash(git *)',
      reason: 'Bash(git *): `git log` matches',
    })
    expect(evaluatePermissions(rules, bash('ls'))).toEqual({ decision: null, rule: null, reason: 'no rule applies' })
  })

  it('finds a denied part in any place', () => {
    expect(
      ['git log; rm x', 'git log | xargs rm', 'git log $(rm x)'].map((command) =>
        decide({ allow: ['Bash(git *)'], deny: ['Bash(rm *)'] }, command),
      ),
    ).toEqual(['deny', 'deny', 'deny'])
  })

  it('asks about what a deny or ask rule cannot decide, and gives the reason', () => {
    expect(decide({ allow: ['Bash'], deny: ['Bash(rm *)'] }, '$X y')).toBe('ask')
    expect(decide({ allow: ['Bash'], ask: ['Bash(rm *)'] }, 'r$X y')).toBe('ask')
    expect(evaluatePermissions(parsePermissions({ deny: ['Bash(rm *)'] }), bash(['rm'])).reason).toContain(
      'not a string',
    )
  })

  it('allows only when every part is covered, if need be by several rules', () => {
    const allow = ['Bash(git *)', 'Bash(npm test*)', 'Write(src/**)', 'Read(data/**)']
    const cases: [string, string | null][] = [
      ['git status && npm test', 'allow'],
      ['git status && ls', null],
      ['git log > src/log.txt', 'allow'],
      ['git log > log.txt', null],
      ['cd src && git log > log.txt', null],
      ['npm test < data/in.txt', 'allow'],
      ['npm test < secret.txt', null],
      ['git log > $OUT', null],
      ['git log 2>/dev/null', 'allow'],
      ['git commit -m "$(ls)"', null],
      ['git commit -m "$(git log -1)"', 'allow'],
      ['git log "', null],
      ['sudo git log', null],
      ['timeout 5 git log > out.txt', null],
      ['timeout 5 git log', 'allow'],
      ['PATH=.:$PATH git log', null],
    ]
    expect(cases.map(([command]) => [command, decide({ allow }, command)])).toEqual(cases)
  })

  it('applies rules for files to what the shell would do to them', () => {
    const deny = ['Read(.env)', 'Write(/etc/**)']
    const cases: [string, string | null][] = [
      ['cat .env', 'deny'],
      ['grep x < .env', 'deny'],
      ['cp .env x', 'deny'],
      ['echo x > /etc/hosts', 'deny'],
      ['cat /etc/hosts', null],
      ['sed -i s/a/b/ /etc/hosts', 'deny'],
      ['dd if=x of=/etc/x', 'deny'],
      ['cat "$F"', 'ask'],
      ['echo .env', null],
      ['cat .e*', 'ask'],
      ['cat .en[v]', 'ask'],
      ['cat src/*.ts', null],
      ['iconv .env', 'deny'],
      ['npx prettier src/a.ts', null],
    ]
    expect(cases.map(([command]) => [command, decide({ deny }, command)])).toEqual(cases)
  })

  it('minds what happens to the directories around a guarded path', () => {
    const deny = ['Write(.claude/hooks/**)', 'Write(/etc/app.conf)']
    const cases: [string, string | null][] = [
      ['rm -rf .claude', 'deny'],
      ['mv .claude x', 'deny'],
      ['chmod -R 000 .claude/', 'deny'],
      ['cp x .claude/hooks', 'deny'],
      ['rm -rf /etc', 'deny'],
      ['cp x .claude', null],
      ['rm -rf .claude-old', null],
      ['cp x .', null],
      ['rm -rf build', null],
    ]
    expect(cases.map(([command]) => [command, decide({ deny }, command)])).toEqual(cases)
  })

  it('judges tools other than the shell', () => {
    const rules = parsePermissions({ allow: ['Read', 'Write(src/**)'], deny: ['Write(src/secret/**)', 'mcp__db'] })
    const call = (toolName: string, file_path?: string) =>
      evaluatePermissions(rules, { toolName, toolInput: file_path === undefined ? {} : { file_path }, cwd: '/repo' })
        .decision
    expect([
      call('Read', 'x'),
      call('Write', 'src/a'),
      call('Write', 'src/secret/a'),
      call('Write', 'src/../src/secret/a'),
      call('Write', 'x'),
      call('mcp__db__drop'),
    ]).toEqual(['allow', 'allow', 'deny', 'deny', null, 'deny'])
    expect(evaluatePermissions(rules, { toolName: 'Write', toolInput: { file_path: 5 } }).decision).toBe('ask')
  })

  it('refuses a bad rule', () => {
    expect(() => parsePermissions({ deny: ['Bash('] })).toThrow(HookError)
  })
})
