import type { Brief, PageQuestion } from '../../src/server/page-types.ts'
import type { Source, Watcher } from './source.ts'

/** Takes everything from the server that the page came from. */
export function createLiveSource(): Source {
  return {
    live: true,
    sessions: async () => (await get('/api/sessions')).sessions,
    firing: (sessionId, firing) => get(`/api/sessions/${encode(sessionId)}/firings/${encode(firing)}`),
    isInterrupted: async (sessionId, firing) => {
      const query = new URLSearchParams({ session: sessionId, firing, limit: '1' })
      const [found] = (await get(`/api/firings?${query}`)).firings
      return found?.interrupted === true
    },
    statistics: (sessionId) => get(`/api/statistics${sessionId === undefined ? '' : `?session=${encode(sessionId)}`}`),
    watch: watchStream,
    answer: async (questionId, { behavior, message }) => {
      const response = await fetch(`/api/questions/${encode(questionId)}/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behavior, ...(message !== '' && { message }) }),
      })
      const reply = await response.json()
      // 409 is an answer too: somebody else was first.
      if (response.ok || response.status === 409) return reply
      throw new Error(reply?.error?.message ?? `the server said ${response.status}`)
    },
    wholeText: ({ record, path }) => `/api/records/${record}/text?path=${encode(JSON.stringify(path))}`,
    wholeQuestion: (questionId) => `/api/questions/${encode(questionId)}/text`,
  }
}

// Half a character has no place in an address.
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

// biome-ignore lint/suspicious/noExplicitAny: the server is ours, and each caller says what it expects.
async function get(path: string): Promise<any> {
  const response = await fetch(path)
  const reply = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined
  if (response.ok) return reply
  throw new Error(reply?.error?.message ?? `the server said ${response.status}`)
}

/** Milliseconds until a stream that the browser gave up on is opened again. */
const patience = 1_500

/** The server says something at least every 15 s. A connection that is silent for so long is dead, whatever the browser thinks. */
const longestSilence = 40_000

/**
 * Follows the stream. The browser comes back by itself after a dropped connection and says which record it had last; a record
 * that arrives again all the same is left out here. A page that nobody looks at lets go of its connection: a browser has few.
 */
function watchStream(sessionId: string | null, watcher: Watcher): () => void {
  let last = 0
  let stream: EventSource | undefined
  let retry: number | undefined
  let watchdog: number | undefined
  let ended = false

  function open(): void {
    if (ended || document.hidden) return
    const query = new URLSearchParams({ after: String(last), ...(sessionId !== null && { session: sessionId }) })
    stream = new EventSource(`/api/stream?${query}`)
    const heard = (): void => {
      window.clearTimeout(watchdog)
      watchdog = window.setTimeout(reopen, longestSilence)
    }
    for (const name of ['open', 'records', 'current', 'changed', 'questions', 'alive'])
      stream.addEventListener(name, heard)
    stream.addEventListener('open', () => watcher.connection('live'))
    stream.addEventListener('error', () => {
      watcher.connection('lost')
      if (stream?.readyState === EventSource.CLOSED) void comeBack()
    })
    stream.addEventListener('records', ({ data }) => {
      const fresh = (JSON.parse(data) as Brief[]).filter(({ id }) => id > last)
      if (fresh.length === 0) return
      last = fresh.at(-1)!.id
      watcher.records?.(fresh)
    })
    stream.addEventListener('current', () => watcher.current?.())
    stream.addEventListener('changed', ({ data }) => {
      last = Number(data)
      watcher.changed?.()
    })
    stream.addEventListener('questions', ({ data }) => watcher.questions(JSON.parse(data) as PageQuestion[]))
  }

  // The browser does not come back after an answer that is no stream: the server has gone, or does not know us any more.
  async function comeBack(): Promise<void> {
    stream?.close()
    const status = await fetch('/api/sessions?limit=1').then(
      (response) => response.status,
      () => 0,
    )
    if (ended) return
    if (status === 401 || status === 403) watcher.connection('refused')
    retry = window.setTimeout(open, patience)
  }

  function reopen(): void {
    stop()
    open()
  }

  function stop(): void {
    window.clearTimeout(retry)
    window.clearTimeout(watchdog)
    stream?.close()
  }

  watcher.connection('connecting')
  document.addEventListener('visibilitychange', reopen)
  open()
  return () => {
    ended = true
    stop()
    document.removeEventListener('visibilitychange', reopen)
  }
}
