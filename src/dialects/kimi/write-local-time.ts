/** An instant as local time with its offset, `2026-01-15T10:30:00+08:00`. Text that is no instant in UTC stays as it is. */
export function writeLocalTime(timestamp: string): string {
  const date = new Date(timestamp)
  if (!timestamp.endsWith('Z') || Number.isNaN(date.getTime())) return timestamp
  const offset = -date.getTimezoneOffset()
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19)
  const hours = twoDigits(Math.floor(Math.abs(offset) / 60))
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${twoDigits(Math.abs(offset) % 60)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
