import { useEffect, useState } from 'preact/hooks'

export type Theme = 'light' | 'dark'

const key = 'hookline-theme'

/** The theme of the page: as the system has it, until somebody chooses. */
export function useTheme(): [Theme, () => void] {
  const [chosen, setChosen] = useState<Theme | null>(readChoice)
  const [system, setSystem] = useState<Theme>(readSystem)
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)')
    const follow = (): void => setSystem(readSystem())
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  const theme = chosen ?? system
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
  }, [theme])
  const toggle = (): void => {
    const next = theme === 'dark' ? 'light' : 'dark'
    setChosen(next)
    keepChoice(next)
  }
  return [theme, toggle]
}

function readSystem(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

// A file that was opened from a disk may not be allowed to keep anything.
function readChoice(): Theme | null {
  try {
    const value = localStorage.getItem(key)
    return value === 'dark' || value === 'light' ? value : null
  } catch {
    return null
  }
}

function keepChoice(theme: Theme): void {
  try {
    localStorage.setItem(key, theme)
  } catch {}
}
