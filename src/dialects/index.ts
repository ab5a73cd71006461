import type { Dialect, DialectName } from '../protocol/dialect.ts'
import { readBladeConfig } from './blade/config.ts'
import { blade } from './blade/dialect.ts'
import { readClaudeConfig } from './claude/config.ts'
import { claude } from './claude/dialect.ts'
import type { ConfigReading, ReadingContext } from './config-reading.ts'
import { readKimiConfig } from './kimi/config.ts'
import { kimi } from './kimi/dialect.ts'
import { kimiOfficial } from './kimi/official-dialect.ts'

export { readTypedHooks, type TypedHook } from './claude/typed-hooks.ts'
export type { ConfigReading, ReadingContext, ReadSettings } from './config-reading.ts'
export { detectDialect } from './detect-dialect.ts'
export { findEvent } from './event-name-hint.ts'

/** Every dialect by its name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { blade, claude, kimi, 'kimi-official': kimiOfficial }

const readers: Readonly<Record<DialectName, (value: unknown, context: ReadingContext) => ConfigReading>> = {
  blade: readBladeConfig,
  claude: readClaudeConfig,
  kimi: readKimiConfig,
  'kimi-official': readKimiConfig,
}

/**
 * Reads a parsed configuration in a dialect. Collects every problem; with any, no hook is given. Never throws, reads no
 * file, runs nothing.
 */
export function readConfig(dialect: DialectName, value: unknown, context: ReadingContext): ConfigReading {
  return readers[dialect](value, context)
}
