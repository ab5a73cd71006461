import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Connection } from '../data/source.ts'
import { Line } from '../parts/text.tsx'
import { toVisible } from '../text/visible.ts'
import { useTheme } from '../theme.ts'
import { Shortcuts } from './shortcuts.tsx'

const states: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
  refused: 'Not connected',
  still: 'Read-only export',
}

interface HeaderProps {
  connection: Connection
  session: string | null
  canGoBack: boolean
  waiting: number
}

/** The head of the page: where one is, whether it is live, and the theme. */
export function Header({ connection, session, canGoBack, waiting }: HeaderProps): JSX.Element {
  const [theme, toggleTheme] = useTheme()
  const [help, setHelp] = useState(false)
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header class="head">
      <nav class="trail" aria-label="Where you are">
        {canGoBack ? (
          <a class="brand" href="#/" aria-current={session === null ? 'page' : undefined}>
            Hookline
          </a>
        ) : (
          <span class="brand">Hookline</span>
        )}
        {session !== null && (
          <span class="crumb" title={toVisible(session)}>
            <span aria-hidden="true">/</span> <Line text={session} />
          </span>
        )}
      </nav>
      {waiting > 0 && (
        <span class="badge ask" role="status">
          {waiting === 1 ? '1 question waits' : `${waiting} questions wait`}
        </span>
      )}
      <span class={`connection ${connection}`} role="status">
        {states[connection]}
      </span>
      <button
        type="button"
        class="icon"
        onClick={() => setHelp(true)}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
      >
        ?
      </button>
      <button
        type="button"
        class="icon"
        onClick={toggleTheme}
        aria-label={`Use the ${other} theme`}
        title={`Use the ${other} theme`}
      >
        {theme === 'dark' ? '☀' : '☾'}
      </button>
      <Shortcuts open={help} onOpen={() => setHelp(true)} onClose={() => setHelp(false)} />
    </header>
  )
}
