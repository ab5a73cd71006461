import { createInterface } from 'node:readline/promises'

/** Asks whether to approve; only a written yes is one. Enter, anything else, and an end of the input are a no. */
export async function askApproval(dialogue: {
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
}): Promise<boolean> {
  const lines = createInterface(dialogue)
  const ended = new Promise<undefined>((finish) => lines.once('close', () => finish(undefined)))
  try {
    const answer = await Promise.race([lines.question('Approve all of this? [y/N] '), ended])
    // The cursor stands behind the question.
    if (answer === undefined) dialogue.output.write('\n')
    return answer !== undefined && /^\s*y(?:es)?\s*$/i.test(answer)
  } finally {
    lines.close()
  }
}
