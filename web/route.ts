import { useEffect, useState } from 'preact/hooks'

/** Which view is open. It stands in the address, so that it can be linked to and gone back from. */
export interface Route {
  session: string | null
  view: 'timeline' | 'hooks'
  firing: string | null
}

/** The view that the address names. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash))
  useEffect(() => {
    const follow = (): void => setRoute(readRoute(location.hash))
    addEventListener('hashchange', follow)
    // The address may have changed between the first drawing and now.
    follow()
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}

export function readRoute(hash: string): Route {
  const [kind, session, view, firing] = hash.replace(/^#\/?/, '').split('/').map(decode)
  if (kind !== 'session' || !session)
    return { session: null, view: kind === 'hooks' ? 'hooks' : 'timeline', firing: null }
  if (view === 'hooks') return { session, view, firing: null }
  return { session, view: 'timeline', firing: view === 'firing' && firing ? firing : null }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The address of a view. */
export function linkTo({ session, view = 'timeline', firing = null }: Partial<Route>): string {
  if (!session) return view === 'hooks' ? '#/hooks' : '#/'
  const base = `#/session/${encodeURIComponent(session.toWellFormed())}`
  if (view === 'hooks') return `${base}/hooks`
  return firing === null ? base : `${base}/firing/${encodeURIComponent(firing.toWellFormed())}`
}

/** Goes to a view; `replace` leaves no step to go back to. */
export function goTo(route: Partial<Route>, how: 'push' | 'replace' = 'push'): void {
  const link = linkTo(route)
  if (how === 'push') {
    location.hash = link
    return
  }
  history.replaceState(null, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
