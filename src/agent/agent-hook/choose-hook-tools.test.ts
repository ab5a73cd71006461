import { describe, expect, it } from 'vitest'
import { createTaskTool } from '../subagents/task-tool.ts'
import { bashTool } from '../tools/bash/bash-tool.ts'
import { chooseHookTools } from './choose-hook-tools.ts'

const names = (wanted?: readonly string[], session = new Map()): string[] => [
  ...chooseHookTools(wanted, session).keys(),
]

describe('the tools of an agent hook', () => {
  it('only look when it names none', () => {
    expect(names()).toEqual(['Read', 'Glob', 'Grep'])
    expect([...chooseHookTools(undefined, new Map()).values()].map(({ kind }) => kind)).toEqual(
      Array(3).fill('readonly'),
    )
  })

  it('are those it names, of the session or built in', () => {
    const own = { ...bashTool, name: 'Own' }
    expect(names(['Bash', 'Own'], new Map([['Own', own]]))).toEqual(['Bash', 'Own'])
    expect(names([])).toEqual([])
  })

  it('must exist', () => {
    expect(() => names(['Raed'])).toThrow(
      expect.objectContaining({ message: 'there is no tool "Raed" for an agent hook', hint: 'Did you mean "Read"?' }),
    )
  })

  it('start no further sub-agents', () => {
    const task = createTaskTool(new Map(), async () => ({}) as never)
    expect(() => names([task.name], new Map([[task.name, task]]))).toThrow(`there is no tool "${task.name}"`)
  })
})
