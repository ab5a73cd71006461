import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Source } from './data/source.ts'

export const SourceContext = createContext<Source | null>(null)

/** Where this page takes what it shows. */
export function useSource(): Source {
  return useContext(SourceContext)!
}
