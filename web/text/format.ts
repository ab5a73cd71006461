/** A duration as people say it: `< 0.1 ms`, `0.4 ms`, `12 ms`, `1.24 s`, `2 min 5 s`. */
export function formatMs(ms: number): string {
  if (ms < 0.05) return '< 0.1 ms'
  if (ms < 1) return `${ms.toFixed(1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${trimZeros((ms / 1_000).toFixed(ms < 10_000 ? 2 : 1))} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return joinUnits([Math.floor(seconds / 60), 'min'], [seconds % 60, 's'])
  const minutes = Math.round(seconds / 60)
  if (minutes < 1_440) return joinUnits([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min'])
  return joinUnits([Math.floor(minutes / 1_440), 'd'], [Math.floor((minutes % 1_440) / 60), 'h'])
}

function joinUnits(...parts: [number, string][]): string {
  const said = parts.filter(([count], index) => index === 0 || count > 0)
  return said.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '')
}

/** The time of day with milliseconds. */
export function formatTime(at: number): string {
  const time = new Date(at)
  const two = (count: number): string => String(count).padStart(2, '0')
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':')
  return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** Date and time, in the reader's own way. */
export function formatDate(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** How long ago something was. */
export function formatAgo(at: number, now = Date.now()): string {
  const ms = Math.max(0, now - at)
  if (ms < 5_000) return 'just now'
  if (ms < 60_000) return `${Math.floor(ms / 1_000)} s ago`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ago`
  return formatDate(at)
}

/** A count with separators, and its noun in the right number. */
export function formatCount(count: number, noun?: string): string {
  const text = count.toLocaleString('en-US')
  return noun === undefined ? text : `${text} ${noun}${count === 1 ? '' : 's'}`
}
