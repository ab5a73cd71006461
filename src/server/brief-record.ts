import type { EventBody, QuestionBody, RunBody, SessionRecord, VerdictBody } from '../protocol/records.ts'
import type { Brief, BriefBody, RunBrief, VerdictBrief } from './page-types.ts'

/** Says in few words what a record says. The result is small whatever the record holds. */
export function briefRecord(record: SessionRecord): Brief {
  const { id, seq, at, firing } = record
  return { id, seq, at, firing, ...briefBody(record) }
}

function briefBody(record: SessionRecord): BriefBody {
  switch (record.kind) {
    case 'session': {
      const { program, projectDir, pid } = record.body
      return { kind: 'session', program, projectDir: shorten(projectDir), pid }
    }
    case 'event':
      return briefEvent(record.body)
    case 'run':
      return briefRun(record.body)
    case 'verdict':
      return briefVerdict(record.body)
    case 'permission': {
      const { toolName, toolUseId, granted, decidedBy, reason } = record.body
      return { kind: 'permission', tool: toolName, toolUseId, granted, decidedBy, reason: shorten(reason ?? '') }
    }
    case 'question':
      return briefQuestion(record.body)
    case 'answer': {
      const { questionId, behavior, by, message = '' } = record.body
      return { kind: 'answer', questionId, behavior, by, message: shorten(message) }
    }
    case 'delivery': {
      const { event, state, characters } = record.body
      return { kind: 'delivery', event, state, characters }
    }
    case 'notice':
      return { kind: 'notice', code: record.body.code, message: shorten(record.body.message) }
    case 'loss':
      return { kind: 'loss', count: record.body.count, reason: shorten(record.body.reason) }
  }
}

function briefEvent({ event, input, agentId }: EventBody): BriefBody {
  const tool = input['toolName']
  return {
    kind: 'event',
    event,
    ...(typeof tool === 'string' && { tool: shorten(tool) }),
    subject: describeInput(input),
    ...(agentId !== undefined && { agentId }),
  }
}

function briefQuestion({ questionId, toolName, input, reason }: QuestionBody): BriefBody {
  return {
    kind: 'question',
    questionId,
    tool: shorten(toolName),
    subject: pickSubject(input, toolSubjects),
    reason: shorten(reason),
  }
}

function briefRun(body: RunBody): RunBrief {
  const { hook, name, handler, status, startMs, ms, decision, reason, failedOpen, recheck, async } = body
  return {
    kind: 'run',
    hook,
    ...(name !== undefined && { name: shorten(name) }),
    handler,
    status,
    ...(body.class !== undefined && { class: body.class }),
    startMs: roundTime(startMs),
    ms: roundTime(ms),
    ...(decision !== null && { decision }),
    ...optionalText('reason', reason ?? body.message),
    ...(failedOpen && { failedOpen }),
    ...(recheck && { recheck }),
    ...(async && { async }),
  }
}

function briefVerdict(body: VerdictBody): VerdictBrief {
  const skipped = body.runs.filter(({ status }) => status === 'skipped').length
  return {
    kind: 'verdict',
    ms: roundTime(body.ms),
    ...(body.decision !== null && { decision: body.decision }),
    ...optionalText('reason', body.halt?.reason ?? body.reason),
    ...(body.decidedBy !== null && { decidedBy: body.decidedBy }),
    ...(body.changes.length > 0 && { changes: body.changes.length }),
    ...(skipped > 0 && { skipped }),
    ...(body.failedOpen.length > 0 && { failedOpen: body.failedOpen.length }),
    ...(body.halt && { halted: true as const }),
    ...(body.aborted && { aborted: true as const }),
  }
}

const toolSubjects = ['command', 'filePath', 'file_path', 'path', 'pattern', 'url', 'query', 'prompt', 'description']
const eventSubjects = ['userPrompt', 'message', 'taskDescription', 'error', 'finalResponse', 'stopReason', 'trigger']
const lastSubjects = ['agentType', 'reason', 'source', 'notificationType']

/** The one line that tells an event from its neighbours: the command, the file, the prompt. */
function describeInput(input: Record<string, unknown>): string {
  const call = input['toolInput']
  if (typeof call === 'object' && call !== null) return pickSubject(call as Record<string, unknown>, toolSubjects)
  return pickSubject(input, [...eventSubjects, ...lastSubjects], '')
}

function pickSubject(fields: Record<string, unknown>, names: readonly string[], otherwise?: string): string {
  const name = names.find((one) => typeof fields[one] === 'string' && fields[one] !== '')
  if (name !== undefined) return shorten(fields[name] as string)
  if (otherwise !== undefined) return otherwise
  const first = Object.values(fields).find((value) => typeof value === 'string')
  return shorten((first as string | undefined) ?? '')
}

const longest = 240

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}

function optionalText(name: 'reason', text: string | null | undefined): { reason?: string } {
  return text ? { [name]: shorten(text) } : {}
}

// A tenth of a millisecond is more than anybody sees, and a third of the characters.
function roundTime(ms: number): number {
  return Math.round(ms * 10) / 10
}
