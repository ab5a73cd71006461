import { describe, expect, it } from 'vitest'
import { dangerousCommands, evaluateGuardPack } from '../../src/match/index.ts'
import { listOrdinaryCommands } from './ordinary-commands.ts'

describe('ordinary commands', () => {
  const commands = listOrdinaryCommands()

  it('are at least 2,000 different ones', () => {
    expect(new Set(commands).size).toBe(commands.length)
    expect(commands.length).toBeGreaterThanOrEqual(2000)
    expect(commands.filter((command) => /\{[a-z]+\}/.test(command.replace(/-exec .*\{\}/, '')))).toEqual([])
  })

  it('raise at most 2 % false alarms', () => {
    const alarms = commands
      .map((command) => ({
        command,
        ...evaluateGuardPack(dangerousCommands, { toolName: 'Bash', toolInput: { command }, cwd: '/srv/work/project' }),
      }))
      .filter(({ decision }) => decision !== null)
      .map(({ command, decision, reason }) => `${decision}: ${command} (${reason})`)
    expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(commands.length * 0.02)
  })
})
