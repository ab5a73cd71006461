/** A duration for people: `3 ms`, `1.25 s`, `2 m 05 s`, `1 h 02 m`. */
export function showDuration(ms: number): string {
  if (ms < 0.95) return '<1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  const seconds = Math.round(ms / 1000)
  const pad = (count: number): string => String(count).padStart(2, '0')
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${pad(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${pad(Math.floor((seconds % 3600) / 60))} m`
}

/** How long after the beginning something was: `+1.250`, `+2:05.000`. */
export function showOffset(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const seconds = (whole % 60_000) / 1000
  const minutes = Math.floor(whole / 60_000)
  if (minutes === 0) return `+${seconds.toFixed(3)}`
  const rest = seconds.toFixed(3).padStart(6, '0')
  if (minutes < 60) return `+${minutes}:${rest}`
  return `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`
}

/** Local wall time, `2026-11-15 08:30:12`. */
export function showMoment(at: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return '?'
  const pad = (count: number): string => String(count).padStart(2, '0')
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}
