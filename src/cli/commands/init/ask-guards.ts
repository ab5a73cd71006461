import { createInterface } from 'node:readline/promises'
import { HookError } from '../../../base/errors.ts'
import { type StarterGuard, starterGuards } from './starter-guards.ts'

/** Where questions are asked and answered. */
export interface Dialogue {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}

/** Asks a person which guards they want; Enter means yes. Rejects when the answers end before the questions do. */
export async function askGuards({ input, output }: Dialogue): Promise<StarterGuard[]> {
  const lines = createInterface({ input, output })
  let chosen: StarterGuard[] | undefined
  const ended = new Promise<never>((_, reject) => {
    const hint = 'Write init --yes, or name them with --guard.'
    lines.once('close', () => {
      // The cursor stands behind the question.
      if (chosen === undefined) output.write('\n')
      reject(new HookError('USAGE', 'the questions were not answered', { hint }))
    })
  })
  ended.catch(() => {})
  try {
    const wanted: StarterGuard[] = []
    for (const guard of starterGuards) {
      const answer = await Promise.race([lines.question(`${guard.question}? [Y/n] `), ended])
      if (!/^\s*n/i.test(answer)) wanted.push(guard)
    }
    chosen = wanted
    return chosen
  } finally {
    lines.close()
  }
}
