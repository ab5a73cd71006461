import type { JSX } from 'preact'
import type { Clip } from '../../src/server/page-types.ts'
import { useSource } from '../source-context.ts'
import { formatCount } from '../text/format.ts'

/** Says that a text was cut, and where the whole of it is. */
export function ClipNote({ clip, shown }: { clip: Clip; shown?: number }): JSX.Element {
  const source = useSource()
  const whole = source.wholeText(clip)
  const part = shown === undefined ? 'Only the beginning is shown' : `The first ${formatCount(shown)}`
  const text = `${part} of ${formatCount(clip.characters, 'character')}`
  return (
    <p class="clip">
      {shown === undefined ? `${text}.` : `${text} are shown.`}{' '}
      {whole === null ? (
        'The rest is not part of this export.'
      ) : (
        <a href={whole} download>
          Download all of it
        </a>
      )}
    </p>
  )
}
