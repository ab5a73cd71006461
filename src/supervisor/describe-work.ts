import { describeMoment } from './describe-moment.ts'
import type { ReviewTask, ReviewTools } from './reviewer.ts'
import { readTranscript } from './transcript.ts'
import { readWorkTreeDiff } from './work-tree.ts'

/** What a reviewer reads who has not seen the work. */
export interface DescribedWork {
  text: string
  /** Whether it holds what was done. */
  informed: boolean
  /** What could be read of the transcript, for the record. */
  transcript: Record<string, unknown>
}

/** The moment, the conversation and the changes in the work tree as one text of bounded length. */
export async function describeWork({ input, cwd, session }: ReviewTask, tools: ReviewTools): Promise<DescribedWork> {
  const { state, bytes, read, skipped, text } = readTranscript(input.transcriptPath)
  // A session that stores nothing still knows what was said.
  const said = text ?? (session?.history() || undefined)
  const diff = input.cwd === undefined ? null : await readWorkTreeDiff(cwd, tools)
  const parts = [
    describeMoment(input, session?.pending),
    section('What the agent was asked and did', said ?? `(the transcript is ${state})`),
    section('Changes in the work tree', diff ?? '(not known: no Git work tree)'),
  ]
  const source = text === undefined && said !== undefined ? 'memory' : state
  return {
    text: parts.join('\n\n'),
    informed: said !== undefined,
    transcript: { state: source, bytes, read, skipped },
  }
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`
}
