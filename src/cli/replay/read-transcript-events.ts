import { readFileSync } from 'node:fs'
import { readLineMessage } from '../../agent/storage/read-line-message.ts'
import { HookError } from '../../base/errors.ts'
import { nativeToolName } from '../../match/index.ts'
import type { ToolCallPart, ToolResultPart } from '../../models/model-types.ts'
import { permissionModes } from '../../protocol/common-input.ts'
import { type EventName, HookEvent } from '../../protocol/event-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { toEntry } from '../../supervisor/transcript-entry.ts'
import { readOutcome, readStopFeedback } from './read-outcome.ts'
import type { PastVerdict, ReplayEvent, ReplaySession } from './replay-event.ts'

/** A transcript as events, and how much of it could not be read. */
export interface TranscriptEvents {
  session: ReplaySession
  /** Lines that were no JSON object. */
  unreadable: number
}

/**
 * Reads a transcript of Claude Code, or of Hookline itself, as the events that hooks would have seen: prompts, tool calls and
 * what came of them, stops. Where the transcript tells that a hook had stopped a call, that is its past verdict. Throws `USAGE`
 * when the file cannot be read or holds no event.
 */
export function readTranscriptEvents(path: string): TranscriptEvents {
  const lines = readText(path).split('\n')
  const reading: Reading = { events: [], calls: new Map(), facts: { sessionId: '', cwd: '' }, lastWords: null }
  let unreadable = 0
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue
    const line = parseLine(text)
    if (line === undefined) unreadable++
    else readLine(line, index + 1, reading)
  }
  endTurn(lines.length, reading)
  for (const { event } of reading.calls.values()) {
    Object.assign(event, { compared: true, then: passed, gaps: ['the transcript ends before the result of the call'] })
  }
  if (reading.events.length === 0) {
    throw new HookError('USAGE', `--from-transcript ${path}: there is no prompt and no tool call in it`, {
      hint: 'Give a transcript of Claude Code (~/.claude/projects/…/*.jsonl) or of a Hookline session, one JSON object a line.',
    })
  }
  const { sessionId, cwd } = reading.facts
  return {
    session: { sessionId: sessionId || path, projectDir: cwd || process.cwd(), keepsEnv: true, events: reading.events },
    unreadable,
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new HookError(
      'USAGE',
      `--from-transcript ${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`,
      {
        hint: 'Give a transcript of Claude Code or of a Hookline session.',
      },
    )
  }
}

function parseLine(text: string): Record<string, unknown> | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isRecord(line) ? line : undefined
  } catch {
    return undefined
  }
}

interface Reading {
  events: ReplayEvent[]
  /** Calls whose result has not come yet. */
  calls: Map<string, { call: ToolCallPart; event: ReplayEvent }>
  facts: { sessionId: string; cwd: string }
  /** What the model said last without calling a tool: if nothing follows, it stopped. */
  lastWords: { text: string; common: Common; number: number } | null
}

interface Common {
  at: number
  fields: Record<string, unknown>
}

function readLine(line: Record<string, unknown>, number: number, reading: Reading): void {
  const common = readCommon(line, reading)
  const message = readLineMessage(line)
  if (!message) return
  const add = (event: EventName, own: Record<string, unknown>, then: PastVerdict | null): ReplayEvent => {
    const added = {
      number,
      firing: null,
      at: common.at,
      event,
      input: { ...common.fields, ...own },
      then,
      gaps: [],
      compared: true,
    }
    reading.events.push(added)
    return added
  }
  switch (message.role) {
    case 'assistant': {
      const calls = message.content.filter((part) => part.type === 'toolCall')
      for (const call of calls) {
        const event = add(HookEvent.PreToolUse, callFields(call), null)
        event.compared = false
        reading.calls.set(call.id, { call, event })
      }
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      if (line['isSidechain'] !== true) reading.lastWords = calls.length > 0 ? null : { text, common, number }
      return
    }
    case 'tool':
      for (const result of message.content) readResult(result, line, { reading, add })
      return
    case 'user': {
      if (line['isSidechain'] === true) return
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
      const feedback = readStopFeedback(text)
      if (feedback !== null || toEntry(line)?.isPrompt) endTurn(number, reading, feedback)
      if (!toEntry(line)?.isPrompt) return
      const images = message.content.filter((part) => part.type === 'image').length
      add(HookEvent.UserPromptSubmit, { userPrompt: text, hasImages: images > 0, imageCount: images }, passed)
      return
    }
  }
}

const passed: PastVerdict = {
  decision: null,
  reason: null,
  decidedBy: null,
  halt: null,
  failedOpen: [],
  failing: [],
  knowledge: 'outcome',
}

function readCommon(line: Record<string, unknown>, { facts }: Reading): Common {
  const { sessionId, cwd, timestamp, agentId, permissionMode } = line
  if (typeof sessionId === 'string') facts.sessionId ||= sessionId
  if (typeof cwd === 'string') facts.cwd ||= cwd
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return {
    at: Number.isNaN(at) ? 0 : at,
    fields: {
      ...(typeof cwd === 'string' && { cwd }),
      ...(facts.cwd !== '' && { projectDir: facts.cwd }),
      ...(typeof timestamp === 'string' && { timestamp }),
      ...(line['isSidechain'] === true && { agentId: typeof agentId === 'string' ? agentId : 'sub-agent' }),
      ...(permissionModes.some((mode) => mode === permissionMode) && { permissionMode }),
    },
  }
}

function callFields({ id, name, input }: ToolCallPart): Record<string, unknown> {
  return { toolName: nativeToolName(name), toolUseId: id, toolInput: input }
}

function readResult(
  result: ToolResultPart,
  line: Record<string, unknown>,
  {
    reading,
    add,
  }: { reading: Reading; add(event: EventName, own: Record<string, unknown>, then: PastVerdict): ReplayEvent },
): void {
  const asked = reading.calls.get(result.id)
  if (!asked) return
  reading.calls.delete(result.id)
  const outcome = readOutcome(result)
  asked.event.compared = true
  asked.event.then =
    outcome.deniedBecause === null ? passed : { ...passed, decision: 'deny', reason: outcome.deniedBecause }
  if (outcome.doubt !== null) asked.event.gaps.push(outcome.doubt)
  if (!outcome.ran) return
  const fields = callFields(asked.call)
  if (result.isError)
    add(HookEvent.PostToolUseFailure, { ...fields, error: result.text, isInterrupt: false, isTimeout: false }, passed)
  else add(HookEvent.PostToolUse, { ...fields, toolOutput: line['toolUseResult'] ?? result.text }, passed)
}

// A stop is no line of its own: it follows the last words before the next prompt, or before feedback of a stop hook.
function endTurn(number: number, reading: Reading, feedback: string | null = null): void {
  const { lastWords } = reading
  if (!lastWords) return
  reading.lastWords = null
  const { text, common } = lastWords
  const then: PastVerdict = feedback === null ? passed : { ...passed, decision: 'deny', reason: feedback }
  const input = {
    ...common.fields,
    stopReason: 'no_tool_calls',
    finalResponse: text,
    stepCount: 0,
    stopHookActive: false,
    stopBlockCount: 0,
  }
  const event: ReplayEvent = {
    number: lastWords.number,
    firing: null,
    at: common.at,
    event: HookEvent.Stop,
    input,
    then,
    gaps: [],
    compared: true,
  }
  const next = reading.events.findIndex((other) => other.number > Math.min(number, lastWords.number))
  if (next === -1) reading.events.push(event)
  else reading.events.splice(next, 0, event)
}
