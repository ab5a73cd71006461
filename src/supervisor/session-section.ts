import type { SupervisorOptions } from '../agent/supervisor/supervisor-port.ts'
import { toSnakeCase } from '../base/names.ts'

/** Options of code in the form of the settings file. A model's provider is no part of it: code gives it whole. */
export function toSection({ reviewer, ...options }: SupervisorOptions): Record<string, unknown> {
  const { prompt: _, onFailure: __, ...settings } = options
  const choice = reviewer && toWords({ ...reviewer, provider: undefined })
  return { ...toWords(settings), ...(choice && { reviewer: choice }) }
}

function toWords(fields: object): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([key, value]) => [toSnakeCase(key), value]))
}
