import type { JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { PageQuestion } from '../../src/server/page-types.ts'
import type { Connection, Source } from '../data/source.ts'
import { goTo, useRoute } from '../route.ts'
import { SourceContext } from '../source-context.ts'
import { toVisible } from '../text/visible.ts'
import { Header } from './header.tsx'
import { QuestionTray } from './question-tray.tsx'
import { SessionView } from './session-view.tsx'
import { SessionsView } from './sessions-view.tsx'

/** The page. */
export function App({ source, only }: { source: Source; only: string | null }): JSX.Element {
  const route = useRoute()
  const [connection, setConnection] = useState<Connection>('connecting')
  const [questions, setQuestions] = useState<readonly PageQuestion[]>([])
  const session = route.session ?? only
  const onConnection = useCallback((state: Connection) => setConnection(state), [])

  useEffect(() => {
    if (only !== null && route.session === null) goTo({ session: only }, 'replace')
  }, [only, route.session])
  useEffect(() => {
    const waiting = questions.length > 0 ? `(${questions.length}) ` : ''
    document.title = `${waiting}${session === null ? 'Hookline' : `${toVisible(session)} · Hookline`}`
  }, [session, questions.length])

  return (
    <SourceContext.Provider value={source}>
      <Header connection={connection} session={session} canGoBack={only === null} waiting={questions.length} />
      {connection === 'refused' && (
        <p class="banner" role="alert">
          The server does not know this page any more. Open the address that was printed when it was started.
        </p>
      )}
      <QuestionTray questions={questions} />
      {session === null ? (
        <SessionsView view={route.view} onConnection={onConnection} onQuestions={setQuestions} />
      ) : (
        <SessionView
          key={session}
          session={session}
          route={route}
          onConnection={onConnection}
          onQuestions={setQuestions}
        />
      )}
    </SourceContext.Provider>
  )
}
