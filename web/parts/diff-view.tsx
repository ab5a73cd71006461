import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import { diffLines } from '../text/diff.ts'
import { markHidden } from './text.tsx'

const signs = { same: ' ', gone: '−', new: '+' } as const
const words = { same: '', gone: 'removed: ', new: 'added: ' } as const

/** What a text was before and after, line by line, with the words that differ. */
export function DiffView({ before, after, label }: { before: string; after: string; label: string }): JSX.Element {
  const lines = useMemo(() => diffLines(before, after), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a comparison is no set of form fields.
    <div class="diff" role="group" aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        <div key={index} class={`diff-line ${line.kind}`}>
          <span class="sign" aria-hidden="true">
            {signs[line.kind]}
          </span>
          <span class="unseen">{words[line.kind]}</span>
          <bdi>
            {line.pieces.map((piece, at) =>
              piece.kind === 'same' ? (
                markHidden(piece.text, 'line')
              ) : (
                <mark key={at}>{markHidden(piece.text, 'line')}</mark>
              ),
            )}
          </bdi>
        </div>
      ))}
    </div>
  )
}
