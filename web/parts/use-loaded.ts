import { useEffect, useState } from 'preact/hooks'

/** Something that is being fetched, was fetched, or could not be. */
export interface Loaded<T> {
  value: T | undefined
  error: string | undefined
}

/** Fetches something anew whenever what it depends on changes; the value before stays until the next one is there. */
export function useLoaded<T>(load: () => Promise<T>, depends: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, error: undefined })
  useEffect(() => {
    let current = true
    load().then(
      (value) => current && setState({ value, error: undefined }),
      (error: Error) => current && setState((before) => ({ value: before.value, error: error.message })),
    )
    return () => {
      current = false
    }
  }, depends)
  return state
}
