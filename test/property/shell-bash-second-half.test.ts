import { it } from 'vitest'
import { compareHalf, hasBash, total } from './compare-with-bash.ts'

it.skipIf(!hasBash)(
  `B6 lists the very words that the real Bash runs, for the second half of ${total} generated scripts`,
  { timeout: 20 * 60_000 },
  () => compareHalf(1),
)
