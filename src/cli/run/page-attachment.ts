import { serveBeside } from '../../server/serve-beside.ts'
import { readPort } from '../serve/read-port.ts'
import type { Attachment, AttachmentHost } from './attachments.ts'

/** A live page beside a run. Its address is told once there is a session; whoever opens it can answer questions. */
export async function attachPage(port: string, { tell, env, attended }: AttachmentHost): Promise<Attachment> {
  const beside = await serveBeside({ serve: { port: readPort('serve', port) }, env })
  return {
    config: { ...beside.config, ...(!attended && { onAsk: waitForPage }) },
    opened: ({ id }) => tell(`Live page: ${beside.page.urlOf(id)}`),
    close: beside.close,
  }
}

// Without a terminal the page is who can be asked: the question waits there, until the run is ended.
function waitForPage(): Promise<never> {
  return new Promise(() => {})
}
