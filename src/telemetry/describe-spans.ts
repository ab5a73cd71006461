import type { Redactor } from '../base/redact.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import { describeSource } from '../protocol/source.ts'

type Attributes = Record<string, string | number | boolean>
type Step<T extends ObservedStep['type']> = ObservedStep & { type: T }

// Names of the GenAI conventions where these have one, `hook.*` for the rest.

export function describeAgent({ sessionId, input }: Step<'eventStart'>): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.conversation.id': sessionId,
    ...given('gen_ai.agent.id', input['agentId']),
    ...given('gen_ai.agent.name', input['agentType']),
  }
}

export function describeTool({ sessionId, toolName, toolUseId, agentId }: Step<'toolStart'>): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.conversation.id': sessionId,
    'gen_ai.tool.name': toolName,
    'gen_ai.tool.call.id': toolUseId,
    ...given('gen_ai.agent.id', agentId),
  }
}

export function describeToolEnd({ status, decidedBy }: Step<'toolEnd'>): Attributes {
  return { 'hook.tool.status': status, ...given('hook.decided_by', decidedBy) }
}

export function describeEvent({ event, sessionId, input }: Step<'eventStart'>, content: Redactor | null): Attributes {
  return {
    'hook.event': event,
    'gen_ai.conversation.id': sessionId,
    ...given('gen_ai.tool.name', input.toolName),
    ...given('gen_ai.tool.call.id', input.toolUseId),
    ...given('gen_ai.agent.id', input['agentId']),
    ...(content && { 'hook.input': JSON.stringify(content.value({ ...input })) }),
  }
}

export function describeVerdict({ verdict }: Step<'eventEnd'>, content: Redactor | null): Attributes {
  return {
    'hook.decision': verdict.decision ?? 'none',
    ...given('hook.decided_by', verdict.decidedBy),
    'hook.changes': verdict.changes.length,
    'hook.failed_open': verdict.failedOpen.length,
    'hook.halted': verdict.halt !== null,
    ...(content && given('hook.reason', hide(verdict.reason, content))),
  }
}

export function describeHook({ event, hook, recheck }: Step<'hookStart'>): Attributes {
  return {
    'hook.event': event,
    'hook.id': hook.id,
    ...given('hook.name', hook.name),
    'hook.source': describeSource(hook.source),
    'hook.handler': hook.handler.type,
    'hook.dialect': hook.dialect.name,
    'hook.recheck': recheck,
  }
}

export function describeRun(
  { status, decision, reason, raw, ...step }: Step<'hookEnd'>,
  content: Redactor | null,
): Attributes {
  const end = raw.kind === 'process' ? raw.end : undefined
  return {
    'hook.status': status,
    'hook.decision': decision ?? 'none',
    ...given('error.type', step.class),
    ...(end?.by === 'exit' && { 'hook.exit_code': end.code }),
    ...(end?.by === 'signal' && { 'hook.signal': end.signal }),
    ...(raw.usage && {
      'gen_ai.request.model': raw.usage.model,
      'gen_ai.usage.input_tokens': raw.usage.inputTokens,
      'gen_ai.usage.output_tokens': raw.usage.outputTokens,
    }),
    ...(content && given('hook.reason', hide(reason, content))),
  }
}

function hide(text: string | null, redactor: Redactor): string | null {
  return text === null ? null : redactor.text(text)
}

function given(name: string, value: unknown): Attributes {
  return value === undefined || value === null ? {} : { [name]: String(value) }
}
