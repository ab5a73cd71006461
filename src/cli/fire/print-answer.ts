import type { WireEvent } from '../../dialects/wire-in.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { CommandCall } from '../command.ts'
import { findLoss } from '../report-loss.ts'
import type { fireFlags } from './fire-flags.ts'

export type FireCall = Pick<CommandCall<typeof fireFlags>, 'flags' | 'terminal'>

/** What is to be told beside the verdict. */
export interface Asides {
  /** For the user of an agent, in its reply: an agent seldom shows what stands on stderr. */
  messages: readonly string[]
  /** For stderr. */
  announce(): void
}

/** Prints the verdict as the flags ask for it, and gives the exit code. */
export async function printAnswer(
  verdict: Verdict,
  event: WireEvent,
  { flags, terminal }: FireCall,
  asides?: Asides,
): Promise<number> {
  if (flags.reply !== undefined) {
    const { writeReply } = await import('../../dialects/reply.ts')
    const messages = [...verdict.messages, ...(asides?.messages ?? [])]
    const reply = writeReply(flags.reply, { ...verdict, messages }, event)
    terminal.write('stdout', reply.stdout)
    if (reply.exitCode === 0 && findLoss(terminal))
      return (await import('./answer-by-exit.ts')).answerByExit(verdict, event, { flags, terminal })
    terminal.write('stderr', reply.stderr)
    // A block's stderr is what the model reads: nothing of ours belongs there.
    if (reply.exitCode === 0) asides?.announce()
    return reply.exitCode
  }
  asides?.announce()
  if (flags.json) terminal.print(JSON.stringify(verdict, null, 2))
  else (await import('./print-verdict.ts')).printVerdict(verdict, terminal)
  return verdict.decision === 'deny' || verdict.halt !== null ? 2 : 0
}
