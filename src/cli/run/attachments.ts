import type { Session, SessionConfig } from '../../agent/index.ts'
import type { Observer } from '../../protocol/ports.ts'

/** Something that looks on at a run beside its view, such as a log of what hooks do. */
export interface Attachment {
  observer?: Observer
  /** What it adds to the session, or replaces. */
  config?: Partial<SessionConfig>
  /** Called once the session is open. */
  opened?(session: Session): void
  /** Called when the session has ended. */
  close?(): Promise<void>
}

/** What attachments may use. */
export interface AttachmentHost {
  debug: boolean
  /** The port of the page to serve; undefined for no page. */
  serve: string | undefined
  /** Somebody sits at the terminal and can be asked. */
  attended: boolean
  /** Writes a line to stderr. */
  tell(line: string): void
  env: NodeJS.ProcessEnv
}

/** Everything that is attached to a run: the one place to add to. */
export async function openAttachments(host: AttachmentHost): Promise<Attachment[]> {
  const attachments: Attachment[] = []
  if (host.debug) {
    const { createDebugObserver } = await import('../fire/debug-observer.ts')
    attachments.push({ observer: createDebugObserver(host.tell, host.env) })
  }
  if (host.serve !== undefined) {
    const { attachPage } = await import('./page-attachment.ts')
    attachments.push(await attachPage(host.serve, host))
  }
  return attachments
}

/** One observer for many: each sees every step, in order, whatever the others do. */
export function composeObservers(observers: readonly (Observer | undefined)[]): Observer {
  return (step) => {
    for (const observe of observers) {
      try {
        observe?.(step)
      } catch {
        // One that fails must not blind the others.
      }
    }
  }
}
