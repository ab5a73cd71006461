import { listOf, objectOf, oneOf, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import type { AgentTool, ToolState } from '../tool-types.ts'

/** One line of the list. */
export interface Todo {
  content: string
  status: 'pending' | 'in_progress' | 'completed'
  activeForm?: string | undefined
}

/** The list before and after; an entry whose completion was refused stays in progress. */
export interface TodoOutput {
  oldTodos: Todo[]
  newTodos: Todo[]
  refused: { content: string; reason: string }[]
}

/** Replaces the to-do list of the session. Every entry that becomes completed may be refused, by hooks and with a reason. */
export const todoWriteTool: AgentTool = defineBuiltin({
  name: 'TodoWrite',
  description: 'Replaces the to-do list, to keep track of work that takes several steps. Give all entries each time.',
  kind: 'readonly',
  input: {
    todos: listOf(
      objectOf(
        {
          content: text('What is to be done.'),
          status: oneOf(['pending', 'in_progress', 'completed'], 'How it stands.'),
          activeForm: optional(text('How it is called while it is being done.')),
        },
        'One entry.',
      ),
      'The whole list.',
    ),
  },
  refuse: ({ todos }) => (todos.some(({ content }) => content.trim() === '') ? 'an entry has no content' : undefined),
  async run({ todos }, { state }): Promise<TodoOutput> {
    const list = state.part('todos', () => ({ current: [] as Todo[], ids: new Map<string, string>() }))
    const oldTodos = list.current
    const done = new Set(oldTodos.filter(({ status }) => status === 'completed').map(({ content }) => content))
    const refused: TodoOutput['refused'] = []
    const newTodos: Todo[] = []
    for (const todo of todos) {
      const reason = todo.status === 'completed' && !done.has(todo.content) && (await ask(todo, list.ids, state))
      if (typeof reason === 'string') refused.push({ content: todo.content, reason })
      newTodos.push(typeof reason === 'string' ? { ...todo, status: 'in_progress' } : { ...todo })
    }
    list.current = newTodos
    return { oldTodos, newTodos, refused }
  },
  toText({ newTodos, refused }) {
    if (!Array.isArray(newTodos)) return undefined
    const lines = (newTodos as Todo[]).map(({ content, status }) => `[${marks[status] ?? ' '}] ${content}`)
    const notes = ((refused ?? []) as TodoOutput['refused']).map(
      ({ content, reason }) => `"${content}" is not completed: ${reason}`,
    )
    return [...(lines.length === 0 ? ['The list is empty.'] : lines), ...notes].join('\n')
  },
})

const marks: Readonly<Record<string, string>> = { pending: ' ', in_progress: '~', completed: 'x' }

/** An entry has no id of its own; the same words get the same one throughout the session. */
function ask({ content }: Todo, ids: Map<string, string>, state: ToolState): Promise<string | undefined> {
  const id = ids.get(content) ?? `todo_${ids.size + 1}`
  ids.set(content, id)
  return state.completeTask({ id, description: content, success: true })
}
