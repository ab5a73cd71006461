import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Clip } from '../../src/server/page-types.ts'
import { formatCount } from '../text/format.ts'
import { ClipNote } from './clip-note.tsx'
import { Line, Lines } from './text.tsx'

type Path = readonly (string | number)[]

/** A value as a tree that opens and closes. Texts of several lines stand as they are. */
export function Json({
  value,
  clips,
  path = [],
}: {
  value: unknown
  clips: readonly Clip[]
  path?: Path
}): JSX.Element {
  return (
    <div class="json">
      <Value value={value} path={path} clips={clips} depth={0} />
    </div>
  )
}

interface ValueProps {
  value: unknown
  path: Path
  clips: readonly Clip[]
  depth: number
}

function Value({ value, path, clips, depth }: ValueProps): JSX.Element {
  const clip = clips.find((one) => samePath(one.path, path))
  if (typeof value === 'string') {
    return (
      <>
        {value.includes('\n') || value.length > 400 ? (
          <Lines text={value} />
        ) : (
          <span class="string">
            <Line text={JSON.stringify(value)} />
          </span>
        )}
        {clip && <ClipNote clip={clip} shown={value.length} />}
      </>
    )
  }
  if (typeof value !== 'object' || value === null) return <span class="atom">{String(value)}</span>
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  if (entries.length === 0) return <span class="atom">{Array.isArray(value) ? '[]' : '{}'}</span>
  return (
    <>
      <Fields entries={entries} path={path} clips={clips} depth={depth} />
      {clip && <ClipNote clip={clip} />}
    </>
  )
}

const fieldsAtOnce = 100

function Fields({
  entries,
  path,
  clips,
  depth,
}: Omit<ValueProps, 'value'> & { entries: [string | number, unknown][] }): JSX.Element {
  const [shown, setShown] = useState(fieldsAtOnce)
  return (
    <ul class="fields">
      {entries.slice(0, shown).map(([name, value]) => (
        <Field key={name} name={name} value={value} path={[...path, name]} clips={clips} depth={depth} />
      ))}
      {entries.length > shown && (
        <li>
          <button type="button" class="quiet" onClick={() => setShown(shown + 1_000)}>
            {formatCount(entries.length - shown)} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Field({ name, ...rest }: ValueProps & { name: string | number }): JSX.Element {
  const { value, depth } = rest
  const nested = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  if (!nested) {
    return (
      <li>
        <span class="key">
          <Line text={String(name)} />
        </span>{' '}
        <Value {...rest} depth={depth + 1} />
      </li>
    )
  }
  const count = Object.keys(value).length
  return (
    <li>
      <details open={depth < 2 && count <= 40}>
        <summary>
          <span class="key">
            <Line text={String(name)} />
          </span>{' '}
          <span class="faint">{Array.isArray(value) ? `[${count}]` : `{${count}}`}</span>
        </summary>
        <Value {...rest} depth={depth + 1} />
      </details>
    </li>
  )
}

export function samePath(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((key, index) => String(key) === String(b[index]))
}
