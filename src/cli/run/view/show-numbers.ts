/** Milliseconds for people: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function showDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** Tokens for people: `980`, `12.3k`, `1.20M`. */
export function showTokens(count: number): string {
  if (count < 1000) return String(count)
  return count < 999_950 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(2)}M`
}

/** Dollars for people: `$0.0042`, `$1.37`. */
export function showCost(dollars: number): string {
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}
