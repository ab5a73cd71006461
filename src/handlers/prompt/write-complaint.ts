import type { Frame } from './frame.ts'

/** How much of a reply is shown to the model that gave it. */
const longestQuote = 4000

/**
 * Tells a model what was wrong with its reply. Both are quoted as data: they may repeat words of the event, which must not
 * get out of their frame this way.
 */
export function writeComplaint(frame: Frame, problem: string, reply: string): string {
  const quoted = frame.quoteJson('reply', JSON.stringify({ problem, reply: reply.slice(0, longestQuote) }))
  return `Your reply to this could not be used. It is quoted here with the problem, as data:\n${quoted}\nJudge again and answer with one JSON object that fits the schema, and nothing else.`
}
