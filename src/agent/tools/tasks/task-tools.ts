import { anyObject, listOf, oneOf, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import type { AgentTool } from '../tool-types.ts'
import { boardOf, type Task, type TaskBoard, type TaskChanges } from './task-board.ts'

/** Adds a task to the session's board. */
export const taskCreateTool: AgentTool = defineBuiltin({
  name: 'TaskCreate',
  description: 'Notes down a task, to keep track of work that takes several steps.',
  kind: 'readonly',
  input: {
    subject: text('What is to be done, in a few words.'),
    description: text('What is to be done, in full.'),
    activeForm: optional(text('How it is called while it is being done, such as "Running the tests".')),
    metadata: optional(anyObject('Anything else to keep with it.')),
  },
  refuse: ({ subject }) => (subject.trim() === '' ? 'subject is empty' : undefined),
  async run(input, { state }) {
    const { id, subject, description } = boardOf(state).create({ ...input } as Task)
    return { task: { id, subject, description } }
  },
  toText({ task }) {
    const { id, subject } = (task ?? {}) as Partial<Task>
    return id === undefined ? undefined : `Task ${id} noted: ${subject}`
  },
})

/** Changes a task. Completing it may be refused, by hooks and with a reason; then the call fails and nothing changes. */
export const taskUpdateTool: AgentTool = defineBuiltin({
  name: 'TaskUpdate',
  description: 'Changes a task: its status, its words, what it waits for. Completing it may be refused with a reason.',
  kind: 'readonly',
  input: {
    taskId: text('The id of the task.'),
    status: optional(oneOf(['pending', 'in_progress', 'completed', 'deleted'], 'The new status.')),
    subject: optional(text('New words for what is to be done.')),
    description: optional(text('A new full description.')),
    activeForm: optional(text('How it is called while it is being done.')),
    owner: optional(text('Who does it.')),
    addBlocks: optional(listOf(text('The id of a task.'), 'Tasks that must wait for this one.')),
    addBlockedBy: optional(listOf(text('The id of a task.'), 'Tasks this one must wait for.')),
    result: optional(text('What came of it, when it is completed.')),
    metadata: optional(anyObject('Anything else to keep with it.')),
  },
  async run({ taskId, addBlocks = [], addBlockedBy = [], result, status, ...words }, { state }) {
    const board = boardOf(state)
    const before = board.find(taskId)
    for (const other of [...addBlocks, ...addBlockedBy]) board.find(other)
    const updatedFields = Object.keys({ ...(status && { status }), ...words })
    if (status === 'deleted') board.remove(taskId)
    else {
      await board.update(taskId, { ...words, ...(status && { status }) } as TaskChanges, result)
      linkAll(board, taskId, { addBlocks, addBlockedBy })
    }
    const statusChange = status !== undefined && status !== before.status && { from: before.status, to: status }
    return { success: true, taskId, updatedFields, ...(statusChange && { statusChange }) }
  },
  toText({ taskId, statusChange }) {
    if (typeof taskId !== 'string') return undefined
    const { to } = (statusChange ?? {}) as { to?: string }
    return to === undefined ? `Task ${taskId} changed.` : `Task ${taskId} is ${to}.`
  },
})

function linkAll(board: TaskBoard, id: string, links: { addBlocks: string[]; addBlockedBy: string[] }): void {
  for (const later of links.addBlocks) board.link(id, later)
  for (const first of links.addBlockedBy) board.link(first, id)
}

/** Lists the tasks of the session. */
export const taskListTool: AgentTool = defineBuiltin({
  name: 'TaskList',
  description: 'Lists all tasks with their status.',
  kind: 'readonly',
  input: {},
  async run(_, { state }) {
    return { tasks: boardOf(state).list() }
  },
  toText({ tasks }) {
    if (!Array.isArray(tasks)) return undefined
    if (tasks.length === 0) return 'There are no tasks.'
    return tasks.map(showTask).join('\n')
  },
})

function showTask({ id, subject, status, owner, blockedBy }: Task): string {
  const notes = [status, ...(owner ? [owner] : []), ...(blockedBy?.length ? [`waits for ${blockedBy.join(', ')}`] : [])]
  return `${id}. ${subject} (${notes.join('; ')})`
}
