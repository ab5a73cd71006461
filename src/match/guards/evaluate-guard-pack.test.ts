import { describe, expect, it } from 'vitest'
import { dangerousCommands } from './dangerous-commands.ts'
import { evaluateGuardPack, trimGuardPack } from './evaluate-guard-pack.ts'

const judge = (toolName: string, toolInput: Record<string, unknown>) =>
  evaluateGuardPack(dangerousCommands, { toolName, toolInput, cwd: '/srv/work/project' })

describe('evaluateGuardPack', () => {
  it('lets the strictest rule decide and says what it found', () => {
    expect(judge('Bash', { command: 'cat .env; rm -rf /' })).toEqual({
      decision: 'deny',
      ruleId: 'delete-tree',
      reason:
        '`rm -rf /`: it deletes the root, a system or home directory, the working directory or one above it, or a .git',
    })
    expect(judge('Bash', { command: 'rm -rf "$DIR"' })).toMatchObject({
      decision: 'ask',
      ruleId: 'delete-tree',
      reason: expect.stringContaining('only a running shell could tell'),
    })
  })

  it('knows a shell by any of its names', () => {
    for (const name of ['Bash', 'Shell', 'bash', 'run_shell_command', 'exec_command', 'Execute'])
      expect(judge(name, { command: 'rm -rf /' }).decision).toBe('deny')
  })

  it('B7: denies a command that is not text, and asks about a path that is not', () => {
    for (const command of [['rm', '-rf', '/'], { a: 1 }, 5, null, undefined])
      expect(judge('Bash', { command })).toMatchObject({ decision: 'deny', reason: 'the command is not text' })
    expect(judge('Read', { file_path: ['.env'] })).toMatchObject({ decision: 'ask' })
  })

  it('guards every file of a call, under its real name', () => {
    expect(judge('MultiEdit', { edits: [{ file_path: 'a' }, { file_path: '/etc/sudoers' }] }).decision).toBe('deny')
    expect(judge('ReadFile', { path: '/proc/self/root/etc/shadow' }).decision).toBe('deny')
    expect(judge('Read', { file_path: 'src/../.ENV' }).decision).toBe('ask')
    expect(judge('Grep', { pattern: 'x', path: 'src' }).decision).toBeNull()
  })

  it('counts what echo prints as arguments of a command behind xargs', () => {
    expect(judge('Bash', { command: "echo '-9 -1' | xargs kill" }).decision).toBe('deny')
    expect(judge('Bash', { command: 'echo 4321 | xargs kill' }).decision).toBeNull()
  })

  it('B13: shows hidden characters in its reasons', () => {
    expect(judge('Bash', { command: 'rm -rf / \u202e' }).reason).toContain('\\u202e')
  })

  it('can be trimmed', () => {
    const trimmed = trimGuardPack(dangerousCommands, ['power-off'])
    expect(evaluateGuardPack(trimmed, { toolName: 'Bash', toolInput: { command: 'reboot' } }).decision).toBeNull()
    expect(trimmed.rules.length).toBe(dangerousCommands.rules.length - 1)
  })
})
