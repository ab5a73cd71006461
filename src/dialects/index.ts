import type { Dialect } from '../protocol/dialect.ts'
import { readBladeConfig } from './blade/config.ts'
import { blade } from './blade/dialect.ts'
import type { ConfigReading, ReadingContext } from './config-reading.ts'

export type { ConfigReading, Dialect, ReadingContext }
export { blade, readBladeConfig }
