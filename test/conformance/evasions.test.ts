import { describe, expect, it } from 'vitest'
import { dangerousCommands, evaluateGuardPack, evaluatePermissions, parsePermissions } from '../../src/match/index.ts'
import { listEvasions, payloads } from './evasions.ts'

const evasions = listEvasions()
const toCall = (command: unknown) => ({ toolName: 'Bash', toolInput: { command }, cwd: '/srv/work/project' })
const show = (technique: string, command: unknown) =>
  `${technique}: ${(JSON.stringify(command) ?? 'undefined').slice(0, 200)}`

describe('B1 to B7: evasions', () => {
  it('are at least 500 different ones of at least 20 techniques', () => {
    expect(evasions.length).toBeGreaterThanOrEqual(500)
    expect(new Set(evasions.map(({ technique }) => technique)).size).toBeGreaterThanOrEqual(20)
  })

  it('start from commands that the pack stops when written plainly', () => {
    for (const payload of payloads)
      expect(evaluateGuardPack(dangerousCommands, toCall(payload.join(' '))).decision).not.toBeNull()
  })

  it('get past the built-in pack in no case', () => {
    const passed = evasions.filter(
      ({ command }) => evaluateGuardPack(dangerousCommands, toCall(command)).decision === null,
    )
    expect(passed.map(({ technique, command }) => show(technique, command))).toEqual([])
  })

  it('get past deny rules in no case, whatever is allowed beside them', () => {
    const deny = [
      'Bash(rm *)',
      'Bash(git push *)',
      'Bash(dd *)',
      'Bash(mkfs*)',
      'Bash(chmod *)',
      'Bash(shutdown *)',
      'Bash(crontab *)',
      'Bash(kill *)',
      'Read(/etc/shadow)',
      'Read(.env)',
    ]
    const allow = ['true', 'true *', 'echo *', 'env *', 'cat *', 'sh *', 'timeout *', 'cd *', 'xargs *', 'eval *'].map(
      (glob) => `Bash(${glob})`,
    )
    const rules = parsePermissions({ allow, deny })
    const tried = evasions.filter(({ technique }) => !technique.startsWith('other ') && technique !== 'global options')
    expect(tried.length).toBeGreaterThanOrEqual(500)
    const passed = tried.filter(
      ({ command }) => !['deny', 'ask'].includes(String(evaluatePermissions(rules, toCall(command)).decision)),
    )
    expect(passed.map(({ technique, command }) => show(technique, command))).toEqual([])
  })

  it('are never allowed by rules that allow something else', () => {
    const rules = parsePermissions({
      allow: [
        'Bash(true)',
        'Bash(true *)',
        'Bash(echo *)',
        'Bash(cd *)',
        'Bash(git status *)',
        'Bash(ls *)',
        'Write(src/**)',
      ],
    })
    const allowed = evasions.filter(({ command }) => evaluatePermissions(rules, toCall(command)).decision === 'allow')
    expect(allowed.map(({ technique, command }) => show(technique, command))).toEqual([])
  })

  it('B3: is as strict or stricter the deeper a command is wrapped', () => {
    for (let depth = 0; depth <= 20; depth++) {
      expect(evaluateGuardPack(dangerousCommands, toCall(`${'env '.repeat(depth)}rm -rf /`)).decision).toMatch(
        /^(?:deny|ask)$/,
      )
    }
  })

  it.each([51, 500, 50_000])(
    'B5: stops the last of %i commands, and denies rather than asks when there are too many',
    (length) => {
      const command = `${'true; '.repeat(length)}rm -rf /`
      expect(evaluateGuardPack(dangerousCommands, toCall(command)).decision).toBe('deny')
      expect(
        evaluatePermissions(parsePermissions({ allow: ['Bash(true)'], deny: ['Bash(rm *)'] }), toCall(command))
          .decision,
      ).toBe('deny')
    },
  )

  it('B5: denies an endless harmless chain as long as a deny rule could apply', () => {
    const command = 'true; '.repeat(50_000)
    expect(
      evaluatePermissions(parsePermissions({ allow: ['Bash(true)'], deny: ['Bash(rm *)'] }), toCall(command)).decision,
    ).toBe('deny')
    expect(evaluatePermissions(parsePermissions({ allow: ['Bash(true)'] }), toCall(command)).decision).not.toBe('allow')
  })

  it('B12: follows the working directory through the command', () => {
    const rules = parsePermissions({ deny: ['Write(.claude/**)'] })
    for (const command of [
      'cd .claude && mv x settings.json',
      '(cd .claude && cp ../x settings.json)',
      'mv x .claude/settings.json',
      'ln -sf /tmp/x .claude/settings.json',
    ]) {
      expect([command, evaluatePermissions(rules, toCall(command)).decision]).toEqual([command, 'deny'])
    }
    // Where the `cd` may have failed, or leads nowhere known, the place is unknown.
    for (const command of [
      'cd "$X" && mv a settings.json',
      'cd .claude; echo {} > settings.json',
      'pushd .claude && tee settings.json < x',
    ]) {
      expect([command, evaluatePermissions(rules, toCall(command)).decision]).toEqual([command, 'ask'])
    }
  })
})
