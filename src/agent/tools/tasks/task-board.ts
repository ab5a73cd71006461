import type { ToolState } from '../tool-types.ts'

/** One thing to do. */
export interface Task {
  readonly id: string
  subject: string
  description: string
  status: 'pending' | 'in_progress' | 'completed'
  activeForm?: string
  owner?: string
  blocks: string[]
  blockedBy: string[]
  metadata?: Record<string, unknown>
}

/** What may be changed of a task. */
export type TaskChanges = Partial<
  Pick<Task, 'subject' | 'description' | 'status' | 'activeForm' | 'owner' | 'metadata'>
>

/** The answer to the wish to complete a task: a reason refuses it. */
export type CompleteTask = ToolState['completeTask']

/** The tasks of one session, in memory. A task becomes completed only when nobody refuses it. */
export class TaskBoard {
  readonly #tasks = new Map<string, Task>()
  readonly #complete: CompleteTask
  #count = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(complete: CompleteTask) {
    this.#complete = complete
  }

  /** Adds a task. */
  create(wanted: Pick<Task, 'subject' | 'description'> & TaskChanges): Task {
    const task: Task = { id: String(++this.#count), status: 'pending', blocks: [], blockedBy: [], ...wanted }
    this.#tasks.set(task.id, task)
    return structuredClone(task)
  }

  /** All tasks in the order they were made, as copies. */
  list(): Task[] {
    return structuredClone([...this.#tasks.values()])
  }

  /** The task as it is now, as a copy. Throws when there is none of that id, naming those there are. */
  find(id: string): Task {
    return structuredClone(this.#require(id))
  }

  /**
   * Changes a task. Changes come one after the other, so that a task is completed once. Throws the reason, and changes
   * nothing, when its completion is refused.
   */
  update(id: string, changes: TaskChanges, result?: string): Promise<Task> {
    return this.#inTurn(async () => {
      const task = this.#require(id)
      if (changes.status === 'completed' && task.status !== 'completed') await this.#requireLeave(task, changes, result)
      return structuredClone(Object.assign(task, changes))
    })
  }

  /** Says that one task must be done before another. */
  link(first: string, later: string): void {
    const [before, after] = [this.#require(first), this.#require(later)]
    if (before === after) throw new Error(`Task ${first} cannot wait for itself.`)
    if (!before.blocks.includes(later)) before.blocks.push(later)
    if (!after.blockedBy.includes(first)) after.blockedBy.push(first)
  }

  /** Takes a task off the board. */
  remove(id: string): void {
    this.#require(id)
    this.#tasks.delete(id)
    for (const task of this.#tasks.values()) {
      task.blocks = task.blocks.filter((other) => other !== id)
      task.blockedBy = task.blockedBy.filter((other) => other !== id)
    }
  }

  async #requireLeave(task: Task, changes: TaskChanges, result: string | undefined): Promise<void> {
    const { subject, description } = { ...task, ...changes }
    const refusal = await this.#complete({
      id: task.id,
      description: description || subject,
      success: true,
      ...(result !== undefined && { resultSummary: result }),
    })
    if (refusal !== undefined) throw new Error(`Task ${task.id} is not completed: ${refusal}`)
  }

  #require(id: string): Task {
    const task = this.#tasks.get(id)
    if (task) return task
    const known = [...this.#tasks.keys()]
    throw new Error(
      `There is no task "${id}". ${known.length === 0 ? 'There are none.' : `There are ${known.join(', ')}.`}`,
    )
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }
}

/** The board of a session. */
export function boardOf(state: ToolState): TaskBoard {
  return state.part('tasks', () => new TaskBoard((task) => state.completeTask(task)))
}
