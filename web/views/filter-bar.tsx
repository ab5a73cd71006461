import type { JSX, RefObject } from 'preact'
import { type Filter, isFiltering, noFilter } from '../data/filter.ts'
import type { Timeline } from '../data/timeline.ts'
import { formatCount } from '../text/format.ts'
import { toVisible } from '../text/visible.ts'

interface FilterProps {
  filter: Filter
  onFilter(filter: Filter): void
  /** Whether hooks have lines of their own. */
  hooks: boolean
  onHooks(hooks: boolean): void
  timeline: Timeline
  box: RefObject<HTMLInputElement | null>
  shown: number
  total: number
}

const speeds: readonly [ms: number, name: string][] = [
  [0, 'Any duration'],
  [100, 'Over 100 ms'],
  [1_000, 'Over 1 s'],
  [10_000, 'Slow: over 10 s'],
]

/** What narrows the timeline down. */
export function FilterBar({ filter, onFilter, hooks, onHooks, timeline, box, shown, total }: FilterProps): JSX.Element {
  const change = (part: Partial<Filter>): void => onFilter({ ...filter, ...part })
  return (
    // biome-ignore lint/a11y/useSemanticElements: `search` is not yet known everywhere.
    <div class="filters" role="search" aria-label="Filter the timeline">
      <input
        ref={box}
        type="search"
        placeholder="Filter   /"
        aria-label="Filter by text"
        value={filter.text}
        onInput={(event) => change({ text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          change({ text: '' })
          event.currentTarget.blur()
        }}
      />
      <Toggle on={filter.denied} onChange={(denied) => change({ denied })}>
        Denied
      </Toggle>
      <Toggle on={filter.failedOpen} onChange={(failedOpen) => change({ failedOpen })}>
        Failed open
      </Toggle>
      <select
        aria-label="Filter by duration"
        value={filter.slowerThan}
        onChange={(event) => change({ slowerThan: Number(event.currentTarget.value) })}
      >
        {speeds.map(([ms, name]) => (
          <option key={ms} value={ms}>
            {name}
          </option>
        ))}
      </select>
      <Choice
        label="tool"
        none="All tools"
        value={filter.tool}
        values={timeline.tools}
        onChange={(tool) => change({ tool })}
      />
      <Choice
        label="hook"
        none="All hooks"
        value={filter.hook}
        values={timeline.hooks}
        onChange={(hook) => change({ hook })}
      />
      <Toggle on={hooks} onChange={onHooks}>
        Show hooks
      </Toggle>
      <span class="result" role="status">
        {isFiltering(filter) ? `${formatCount(shown)} of ${formatCount(total, 'event')}` : formatCount(total, 'event')}
      </span>
      {isFiltering(filter) && (
        <button type="button" class="quiet" onClick={() => onFilter(noFilter)}>
          Clear
        </button>
      )}
    </div>
  )
}

function Toggle(props: { on: boolean; onChange(on: boolean): void; children: string }): JSX.Element {
  return (
    <button type="button" class="toggle" aria-pressed={props.on} onClick={() => props.onChange(!props.on)}>
      {props.children}
    </button>
  )
}

interface ChoiceProps {
  label: string
  none: string
  value: string
  values: ReadonlySet<string>
  onChange(value: string): void
}

function Choice({ label, none, value, values, onChange }: ChoiceProps): JSX.Element {
  const all = new Set([...values, ...(value === '' ? [] : [value])])
  return (
    <select aria-label={`Filter by ${label}`} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{none}</option>
      {[...all].sort().map((name) => (
        <option key={name} value={name}>
          {toVisible(name)}
        </option>
      ))}
    </select>
  )
}
