import type { JSX } from 'preact'
import { splitVisible } from '../text/visible.ts'

/** Text of others on one line. Whatever a screen would hide or obey is shown as a mark. */
export function Line({ text }: { text: string }): JSX.Element {
  return <bdi class="line">{markHidden(text, 'line')}</bdi>
}

/** Text of others with its line breaks. */
export function Lines({ text }: { text: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre class="lines" dir="auto" tabIndex={0}>
      {markHidden(text, 'lines')}
    </pre>
  )
}

/** Marks beyond these are counted instead: a text made of nothing else would be a page of marks. */
const mostMarks = 2_000

export function markHidden(text: string, kind: 'line' | 'lines'): (string | JSX.Element)[] {
  const stretches = splitVisible(text, kind)
  const shown = stretches.slice(0, mostMarks).map((stretch, index) =>
    'text' in stretch ? (
      stretch.text
    ) : (
      <span key={index} class="mark" title={stretch.name}>
        {stretch.hidden}
      </span>
    ),
  )
  if (stretches.length > mostMarks) shown.push(`… and ${stretches.length - mostMarks} more hidden characters`)
  return shown
}
