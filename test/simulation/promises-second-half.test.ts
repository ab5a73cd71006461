import { it } from 'vitest'
import { playHalf } from './play-schedules.ts'

it('seeded schedules keep every promise whatever hooks do (second half)', () => playHalf(1), 30 * 60_000)
