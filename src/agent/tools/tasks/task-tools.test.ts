import { describe, expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { taskCreateTool, taskListTool, taskUpdateTool } from './task-tools.ts'

const first = { subject: 'do it', description: 'all of it', activeForm: 'doing it' }

describe('tasks', () => {
  it('are created, listed and changed', async () => {
    const tools = openTools()
    const created = await tools.call(taskCreateTool, first)
    expect(created).toEqual({ task: { id: '1', subject: 'do it', description: 'all of it' } })
    expect(taskCreateTool.toText(created)).toBe('Task 1 noted: do it')
    await tools.call(taskCreateTool, { subject: 'then that', description: '' })
    const changed = await tools.call(taskUpdateTool, {
      taskId: '1',
      status: 'in_progress',
      owner: 'me',
      addBlocks: ['2'],
    })
    expect(changed).toEqual({
      success: true,
      taskId: '1',
      updatedFields: ['status', 'owner'],
      statusChange: { from: 'pending', to: 'in_progress' },
    })
    expect(taskUpdateTool.toText(changed)).toBe('Task 1 is in_progress.')
    const listed = await tools.call(taskListTool, {})
    expect(listed).toEqual({
      tasks: [
        { id: '1', ...first, status: 'in_progress', owner: 'me', blocks: ['2'], blockedBy: [] },
        { id: '2', subject: 'then that', description: '', status: 'pending', blocks: [], blockedBy: ['1'] },
      ],
    })
    expect(taskListTool.toText(listed)).toBe('1. do it (in_progress; me)\n2. then that (pending; waits for 1)')
  })

  it('are completed once, and those who may refuse hear of it', async () => {
    const heard: unknown[] = []
    const tools = openTools({
      completeTask: async (task) => {
        heard.push(task)
        return undefined
      },
    })
    await tools.call(taskCreateTool, first)
    const complete = { taskId: '1', status: 'completed', result: 'all green' }
    await Promise.all([tools.call(taskUpdateTool, complete), tools.call(taskUpdateTool, complete)])
    expect(heard).toEqual([{ id: '1', description: 'all of it', resultSummary: 'all green', success: true }])
  })

  it('stay as they were when their completion is refused', async () => {
    const tools = openTools({ completeTask: async () => 'the tests fail' })
    await tools.call(taskCreateTool, first)
    const complete = tools.call(taskUpdateTool, { taskId: '1', status: 'completed', subject: 'other' })
    await expect(complete).rejects.toThrow('Task 1 is not completed: the tests fail')
    expect(await tools.call(taskListTool, {})).toMatchObject({ tasks: [{ subject: 'do it', status: 'pending' }] })
  })

  it('can be deleted and are then waited for no more', async () => {
    const tools = openTools()
    await tools.call(taskCreateTool, first)
    await tools.call(taskCreateTool, first)
    await tools.call(taskUpdateTool, { taskId: '2', addBlockedBy: ['1'] })
    expect(await tools.call(taskUpdateTool, { taskId: '1', status: 'deleted' })).toMatchObject({
      statusChange: { from: 'pending', to: 'deleted' },
    })
    expect(await tools.call(taskListTool, {})).toMatchObject({ tasks: [{ id: '2', blockedBy: [] }] })
    expect(taskListTool.toText({ tasks: [] })).toBe('There are no tasks.')
  })

  it('that do not exist cannot be changed or waited for', async () => {
    const tools = openTools()
    await expect(tools.call(taskUpdateTool, { taskId: '7' })).rejects.toThrow('There is no task "7". There are none.')
    await tools.call(taskCreateTool, first)
    const waiting = { taskId: '1', status: 'in_progress', addBlocks: ['9'] }
    await expect(tools.call(taskUpdateTool, waiting)).rejects.toThrow('There is no task "9". There are 1.')
    expect(await tools.call(taskListTool, {})).toMatchObject({ tasks: [{ status: 'pending' }] })
    await expect(tools.call(taskUpdateTool, { taskId: '1', addBlocks: ['1'] })).rejects.toThrow('wait for itself')
  })

  it.each([
    [taskCreateTool, { subject: ' ', description: '' }, 'subject is empty'],
    [taskCreateTool, { subject: 'a' }, 'description is missing (text)'],
    [taskUpdateTool, { taskId: 1 }, 'taskId must be text, not 1'],
    [
      taskUpdateTool,
      { taskId: '1', status: 'complete' },
      'status must be "pending" or "in_progress" or "completed" or "deleted", not "complete", did you mean "completed"?',
    ],
    [taskListTool, { all: true }, 'there is no parameter all, there are none'],
  ])('are refused by $0.name with $1', (tool, input, problem) => {
    expect(tool.check(input)).toBe(problem)
  })
})
