import type { ToolResultPart } from '../../models/model-types.ts'

/** What a tool result tells of the hooks before it. */
export interface CallOutcome {
  /** Whether the tool ran. */
  ran: boolean
  /** The reason with which a hook had denied the call; null when none had. */
  deniedBecause: string | null
  /** Why it cannot be told for certain. */
  doubt: string | null
}

/** A denial by a hook as Claude Code writes it. */
const hookDenial =
  /^(?:<tool_use_error>)?\s*(?:PreToolUse(?::[^\s]+)?\s+hook (?:blocking )?error(?:: \[[^\]]*\])?:|Hook PreToolUse:[^\s]+ denied this tool:?|hook error:)\s*/
/** What hooks say to Hookline's own models when it is long or odd. */
const framedDenial = /^<hook-context [^>]*>\n([\s\S]*?)\n<\/hook-context [^>]*>/
/** A refusal by a person, a rule or a mode. */
const refusal =
  /^(?:The user doesn't want to (?:proceed with|take) this (?:tool use|action)|Permission to use .+ has been denied|Claude requested permissions to |.+ was refused by the user\.|\[Request interrupted by user)/

/** Reads from a result whether the tool ran, and whether a hook had denied the call. */
export function readOutcome({ text, isError }: Pick<ToolResultPart, 'text' | 'isError'>): CallOutcome {
  if (!isError) return { ran: true, deniedBecause: null, doubt: null }
  const denial = hookDenial.exec(text)
  if (denial)
    return {
      ran: false,
      deniedBecause: text
        .slice(denial[0].length)
        .replace(/<\/tool_use_error>\s*$/, '')
        .trim(),
      doubt: null,
    }
  const framed = framedDenial.exec(text)
  if (framed) return { ran: false, deniedBecause: framed[1]!.trim(), doubt: null }
  if (refusal.test(text)) return { ran: false, deniedBecause: null, doubt: null }
  return {
    ran: true,
    deniedBecause: null,
    doubt: 'the call failed, and the transcript does not tell whether a hook had denied it',
  }
}

/** What a stop hook said to keep the agent working, when that is what a message is. */
export function readStopFeedback(text: string): string | null {
  const found = /^Stop hook feedback:\s*/.exec(text)
  return found ? text.slice(found[0].length).trim() : null
}
