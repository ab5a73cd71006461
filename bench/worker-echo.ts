// A worker without any work, for the benchmarks: what is measured is the way there and back.
import { existsSync } from 'node:fs'

const built = new URL('../dist/worker/index.js', import.meta.url)
const source = new URL('../src/worker/index.ts', import.meta.url)
const { serve } = (await import((existsSync(built) ? built : source).href)) as typeof import('../src/worker/index.ts')

void serve(() => undefined)
