import type { Screen } from './screen.ts'
import { showDuration } from './show-numbers.ts'

/** Shows what is under way, with a sign of life and the time it has taken. */
export interface StatusLine {
  /** Something has begun; without haste it is shown only once it has taken a while. */
  begin(key: string, text: string, haste?: 'atOnce' | 'later'): void
  end(key: string): void
  /** What the user is typing meanwhile. */
  typed(text: string): void
  clear(): void
}

interface Activity {
  text: string
  since: number
  visibleAt: number
}

const framesOf = { unicode: [...'⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'], ascii: [...'|/-\\'] }
const tickMs = 100
const patienceMs = 400

/** A status line on a screen. Of several activities the one that began last is shown, and how many there are besides. */
export function createStatusLine(screen: Screen, { unicode }: { unicode: boolean }): StatusLine {
  const frames = unicode ? framesOf.unicode : framesOf.ascii
  const activities = new Map<string, Activity>()
  let typing = ''
  let tick = 0
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    const now = performance.now()
    const visible = [...activities.values()].filter(({ visibleAt }) => visibleAt <= now)
    const last = visible.at(-1)
    if (!last) {
      screen.status(typing === '' ? undefined : `> ${typing}`)
      return
    }
    const more = visible.length > 1 ? ` +${visible.length - 1}` : ''
    const hint = typing === '' ? 'ctrl-c interrupts' : `> ${typing}`
    const took = now - last.since
    const elapsed = took < 1000 ? '' : ` ${showDuration(Math.floor(took / 1000) * 1000).replace('.0', '')}`
    screen.status(`${frames[tick % frames.length]} ${last.text}${more}${elapsed}  ${hint}`)
  }
  const run = (): void => {
    timer ??= setInterval(() => {
      tick++
      draw()
    }, tickMs).unref()
    draw()
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
    screen.status(undefined)
  }
  return {
    begin(key, text, haste = 'atOnce') {
      const since = performance.now()
      activities.delete(key)
      activities.set(key, { text, since, visibleAt: haste === 'atOnce' ? since : since + patienceMs })
      run()
    },
    end(key) {
      if (!activities.delete(key)) return
      if (activities.size === 0) stop()
      else draw()
    },
    typed(text) {
      typing = text
      if (timer) draw()
    },
    clear() {
      activities.clear()
      typing = ''
      stop()
    },
  }
}
