export type DurationUnit = 'seconds' | 'milliseconds'

const unitFactors: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
const longest = 24 * 3_600_000

/**
 * A configured duration in milliseconds: a number in the dialect's unit, or text with its own unit (`"30s"`, `"500ms"`).
 * Undefined when it is not a duration above 0 and up to 24 hours; `"30"` has no unit and is none.
 */
export function parseDuration(value: number | string, unit: DurationUnit): number | undefined {
  const milliseconds = typeof value === 'number' ? value * (unit === 'seconds' ? 1000 : 1) : parseText(value)
  const fits =
    milliseconds !== undefined && Number.isFinite(milliseconds) && milliseconds > 0 && milliseconds <= longest
  return fits ? Math.max(1, Math.round(milliseconds)) : undefined
}

function parseText(text: string): number | undefined {
  const parts = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h)\s*$/.exec(text)
  return parts ? Number(parts[1]) * unitFactors[parts[2]!]! : undefined
}
