import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useKeys } from '../parts/use-keys.ts'

const keys: readonly [keys: string, does: string][] = [
  ['j k ↓ ↑', 'next, previous'],
  ['Enter', 'open the details'],
  ['Esc', 'close the details, clear the filter'],
  ['/', 'filter'],
  ['g G', 'first, last'],
  ['?', 'this list'],
]

/** What the keys do. */
export function Shortcuts(props: { open: boolean; onOpen(): void; onClose(): void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (props.open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [props.open])
  useKeys({ '?': props.onOpen })
  return (
    <dialog ref={dialog} class="shortcuts" onClose={props.onClose} aria-label="Keyboard shortcuts">
      <h2>Keyboard</h2>
      <dl>
        {keys.map(([name, does]) => (
          <div key={name} class="shortcut">
            <dt>
              {name.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="quiet">
          Close
        </button>
      </form>
    </dialog>
  )
}
