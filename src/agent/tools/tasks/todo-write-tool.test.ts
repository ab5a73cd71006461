import { expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { todoWriteTool } from './todo-write-tool.ts'

const todo = (content: string, status: string) => ({ content, status })

it('replaces the list and asks once for each entry that becomes completed', async () => {
  const heard: string[] = []
  const tools = openTools({
    completeTask: async ({ id, description }) => {
      heard.push(`${id} ${description}`)
      return description === 'deploy' ? 'not on a Friday' : undefined
    },
  })
  const before = [todo('test', 'in_progress'), todo('deploy', 'pending')]
  await tools.call(todoWriteTool, { todos: before })
  const done = [todo('test', 'completed'), todo('deploy', 'completed')]
  const output = await tools.call(todoWriteTool, { todos: done })
  expect(output).toEqual({
    oldTodos: before,
    newTodos: [todo('test', 'completed'), todo('deploy', 'in_progress')],
    refused: [{ content: 'deploy', reason: 'not on a Friday' }],
  })
  expect(todoWriteTool.toText(output)).toBe('[x] test\n[~] deploy\n"deploy" is not completed: not on a Friday')
  await tools.call(todoWriteTool, { todos: done })
  expect(heard).toEqual(['todo_1 test', 'todo_2 deploy', 'todo_2 deploy'])
  expect(todoWriteTool.toText(await tools.call(todoWriteTool, { todos: [] }))).toBe('The list is empty.')
})

it.each([
  [{ todos: 'a' }, 'todos must be a list of objects, not "a"'],
  [{ todos: [{ content: ' ', status: 'pending' }] }, 'an entry has no content'],
  [{ todos: [{ content: 'a' }] }, 'todos[0].status is missing ("pending" or "in_progress" or "completed")'],
])('refuses %j', (input, problem) => {
  expect(todoWriteTool.check(input)).toBe(problem)
})
