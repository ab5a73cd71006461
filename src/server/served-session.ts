import type { Session } from '../agent/session.ts'
import type { SessionConfig } from '../agent/session-options.ts'
import { listModelSecrets } from '../models/list-model-secrets.ts'
import { type ServeOption, serveBeside } from './serve-beside.ts'

/** A session with a live page beside it. */
export interface ServedSessionConfig extends SessionConfig {
  /** Serves a page on 127.0.0.1 as long as the session lasts; `true` takes a free port. */
  serve: ServeOption
}

/** A session that has a page. */
export interface ServedSession extends Session {
  /** Whoever has the address may see the session and answer its questions. */
  readonly page: { readonly url: string; readonly port: number }
}

/**
 * Opens a session with a page beside it: what it records is shown, what it asks can be answered there, and when it has ended the
 * page ends too. Rejects as `open` does, and then there is no page.
 */
export async function openServedSession(
  { serve, ...config }: ServedSessionConfig,
  open: (config: SessionConfig) => Promise<Session>,
): Promise<ServedSession> {
  const { records, storage, desk, provider, env = process.env } = config
  const given = records && typeof records === 'object' && 'secrets' in records ? records.secrets : undefined
  const secrets = [...(given ?? []), ...listModelSecrets(provider)]
  const beside = await serveBeside({ serve, records, storage, desk, env, secrets })
  try {
    const session = await open({ ...config, ...beside.config })
    const { page } = beside
    const end = session.close.bind(session)
    let closing: Promise<void> | undefined
    const close: Session['close'] = (reason) => {
      closing ??= end(reason).finally(() => beside.close())
      return closing
    }
    return Object.assign(session, { close, page: { url: page.urlOf(session.id), port: page.port } })
  } catch (error) {
    await beside.close()
    throw error
  }
}
