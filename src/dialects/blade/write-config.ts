import { HookError } from '../../base/errors.ts'
import { compileMatcher } from '../../match/index.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import type { HandlerSpec } from '../../protocol/hook.ts'
import { chooseRules } from '../convert/choose-rules.ts'
import { Impossible, type Weaken } from '../convert/fidelity.ts'
import type { SourceEntry } from '../convert/source-entry.ts'
import type { TargetWriter } from '../convert/target-writer.ts'
import { describePolicies, fitTimeout } from '../convert/write-options.ts'
import { writeWhole } from '../convert/write-pattern.ts'
import { blade } from './dialect.ts'

/** Writes hooks for a native file. */
export const bladeWriter: TargetWriter = {
  dialect: blade,
  agent: 'the native format',
  canDisable: true,
  sets: (variable) => variable.startsWith('BLADE_') || variable === 'CLAUDE_PROJECT_DIR',
  blocks: (event) => blade.can(event, 'block'),
  write(entry, { event, weaken }) {
    const { hook, id, name } = entry
    const matcher = writeMatcher(entry, weaken)
    const timeout = fitTimeout(hook, { standard: 60_000 }, weaken)
    const onFailure = describePolicies(hook)
    const written = {
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(hook.description !== undefined && { description: hook.description }),
      ...writeHandler(hook.handler),
      ...writeRule(entry, weaken),
      ...(timeout !== undefined && { timeout: timeout / 1000 }),
      ...(onFailure !== undefined && { onFailure }),
      ...(hook.statusMessage !== undefined && { statusMessage: hook.statusMessage }),
      ...(hook.async && { async: true }),
      ...(hook.once && { once: true }),
    }
    return [{ event, ...(matcher !== undefined && { matcher }), hook: written }]
  },
}

function writeMatcher(entry: SourceEntry, weaken: Weaken): unknown {
  const rules = chooseRules(entry, weaken)
  const matcher = rules ? { tools: [...rules] } : writeWhole(entry.matcher.value)
  try {
    compileMatcher(matcher, 'blade')
  } catch (error) {
    if (error instanceof HookError) throw new Impossible(error.message)
    throw error
  }
  return matcher
}

function writeRule({ hook, rule }: SourceEntry, weaken: Weaken): { if?: string } {
  if (rule === undefined) return {}
  if (eventDefinition(hook.event).matches === 'toolName') return { if: rule }
  weaken('if is left out: the event has no tool call that it could test')
  return {}
}

function writeHandler(handler: HandlerSpec): Record<string, unknown> {
  switch (handler.type) {
    case 'command': {
      const { run, type, ...rest } = handler
      return { type, ...('shell' in run ? { command: run.shell } : { exec: run.exec, args: [...run.args] }), ...rest }
    }
    case 'unsupported':
      throw new Impossible(`there are no ${handler.name} hooks`)
    case 'callback':
      throw new Impossible('a callback is code and cannot stand in a file')
    case 'http': {
      const { headers, ...rest } = handler
      return { ...rest, ...(Object.keys(headers).length > 0 && { headers: { ...headers } }) }
    }
    default:
      return { ...handler }
  }
}
