import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import { cannotStart } from './broken.ts'
import type { CommandRequest } from './command-request.ts'

/** Says what is wrong with a text as shell, or null. */
export type CheckSyntax = (text: string) => Promise<BrokenResult | null>

const rememberedTexts = 1_000
const checkMs = 1_500

/** A check that has the shell itself read each text once, without running it. What could not be checked passes. */
export function createSyntaxCheck(run: (request: CommandRequest) => Promise<RawResult>): CheckSyntax {
  const known = new Map<string, Promise<BrokenResult | null>>()

  return (text) => {
    const earlier = known.get(text)
    if (earlier) return earlier
    const answer = readWithShell(text)
    known.set(text, answer)
    if (known.size > rememberedTexts) known.delete(known.keys().next().value!)
    return answer
  }

  async function readWithShell(text: string): Promise<BrokenResult | null> {
    const result = await run({
      command: { exec: '/bin/sh', args: ['-n', '-c', text] },
      cwd: '/',
      env: {},
      stdin: '',
      timeoutMs: checkMs,
      reap: 'group',
    })
    if (result.kind !== 'process' || result.end.by !== 'exit') {
      known.delete(text)
      return null
    }
    if (result.end.code === 0) return null
    const complaint = result.stderr.text.trim().split('\n')[0] ?? ''
    return cannotStart(`the command is not valid shell: ${complaint}`, "try it with: sh -n -c '…'")
  }
}
