import { it } from 'vitest'
import { playHalf } from './play-schedules.ts'

it('seeded schedules keep every promise whatever hooks do (first half)', () => playHalf(0), 30 * 60_000)
