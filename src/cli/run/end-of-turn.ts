import type { Session, StreamMessage } from '../../agent/index.ts'

/** The message that ended a turn. */
export type EndOfTurn = Extract<StreamMessage, { type: 'result' | 'error' }>

/** Gives the agent a prompt and waits for the end of the turn. */
export async function takeTurn(session: Session, prompt: string): Promise<EndOfTurn> {
  await session.send(prompt)
  for await (const message of session.stream()) {
    if (message.type === 'result' || message.type === 'error') return message
  }
  throw new Error('the stream ended without a result')
}

/** The exit code of a run that ended so. Only what the agent finished, and hooks let it finish, is a success. */
export function exitCodeOf(end: EndOfTurn): number {
  if (end.type === 'error') return 1
  return isUnverified(end) ? exitCodes.capped : exitCodes[end.subtype]
}

// A success has a reason only when its supervisor let the agent go without a real yes.
function isUnverified({ subtype, reason }: Extract<EndOfTurn, { type: 'result' }>): boolean {
  return subtype === 'success' && reason !== undefined
}

type Subtype = Extract<EndOfTurn, { type: 'result' }>['subtype']

const exitCodes: Readonly<Record<Subtype, number>> = {
  success: 0,
  blocked: 2,
  halted: 2,
  capped: 3,
  max_turns: 4,
  interrupted: 130,
}

/** The reason that SessionEnd hooks read when a run ends so. */
export function endReasonOf(end: EndOfTurn): 'user_exit' | 'error' | 'max_turns' | 'ctrl_c' {
  if (end.type === 'error') return 'error'
  if (end.subtype === 'max_turns') return 'max_turns'
  return end.subtype === 'interrupted' ? 'ctrl_c' : 'user_exit'
}

/** How a turn ended, for people; undefined when it ended as it should. */
export function describeEnd(end: EndOfTurn): string | undefined {
  if (end.type === 'error') return `The turn failed (${end.code}): ${end.message}`
  const why = end.reason === undefined ? '' : `: ${end.reason}`
  switch (end.subtype) {
    case 'success':
      return end.reason
    case 'blocked':
      return `The prompt was blocked${why}`
    case 'halted':
      return `A hook ended the session${why}`
    case 'capped':
      return `Not verified: hooks refused to let the agent stop as often as the cap allows, and it was stopped all the same. Their last word${why}`
    case 'max_turns':
      return `The turn was cut off${why}`
    case 'interrupted':
      return `Interrupted${why}`
  }
}
