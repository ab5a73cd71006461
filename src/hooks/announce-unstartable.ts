import type { Hook } from '../protocol/hook.ts'
import type { Handlers, Observer, SessionFacts } from '../protocol/ports.ts'

/**
 * Looks for hooks that cannot start (a script that is gone, text that is no shell) and tells of each, without
 * running any. One after the other, so that a large configuration does not crowd out the first event. Never rejects.
 */
export async function announceUnstartable(
  hooks: readonly Hook[],
  { handlers, session, alarm }: { handlers: Handlers; session: SessionFacts; alarm: Observer },
): Promise<void> {
  for (const hook of hooks) {
    if (hook.idle || hook.handler.type === 'callback') continue
    const problem = await handlers[hook.handler.type]?.preflight?.(hook, session).catch(() => null)
    if (!problem) continue
    const message = `Hook ${hook.id} cannot start: ${problem.message}.`
    alarm({
      type: 'notice',
      code: 'HOOK_CANNOT_START',
      message,
      ...(problem.hint !== undefined && { hint: problem.hint }),
    })
  }
}
