import { type EventName, eventDefinition, HookEvent } from '../../protocol/event-types.ts'
import type { HandlerSpec } from '../../protocol/hook.ts'
import { chooseRules } from '../convert/choose-rules.ts'
import { Impossible, type Weaken } from '../convert/fidelity.ts'
import type { SourceEntry } from '../convert/source-entry.ts'
import type { TargetWriter } from '../convert/target-writer.ts'
import { hasSurroundings, writeShellCommand } from '../convert/write-command.ts'
import { describePolicies, fitTimeout, refuseShadow, tellLostWords } from '../convert/write-options.ts'
import { writeClaudeMatcher } from '../convert/write-pattern.ts'
import { claude } from './dialect.ts'
import { defaultTimeoutSeconds } from './read-hook.ts'

/** Writes hooks for Claude Code's settings: only keys and values it knows, since one it does not know disarms the file. */
export const claudeWriter: TargetWriter = {
  dialect: claude,
  agent: 'Claude Code',
  canDisable: true,
  sets: (variable) => variable.startsWith('CLAUDE_'),
  blocks: (event) => claude.can(event, 'block'),
  write(entry, { event, weaken }) {
    refuseShadow(entry)
    tellLostWords(entry, ['statusMessage'], weaken)
    const { hook } = entry
    const matcher = writeClaudeMatcher(entry.matcher.value)
    const timeout = fitTimeout(hook, { standard: defaultTimeoutSeconds(hook.handler.type) * 1000 }, weaken)
    const written = {
      ...writeHandler(entry, weaken),
      ...(timeout !== undefined && { timeout: timeout / 1000 }),
      ...writePolicy(entry, weaken),
      ...(hook.statusMessage !== undefined && { statusMessage: hook.statusMessage }),
      ...(hook.async && { async: true }),
      ...(hook.once && { once: true }),
    }
    if (hook.once) weaken('Claude Code ignores once in settings files: the hook runs every time')
    return writeRules(entry, weaken).map((rule) => ({
      event,
      ...(matcher !== undefined && { matcher }),
      hook: { ...written, ...(rule !== undefined && { if: rule }) },
    }))
  },
}

function writeRules(entry: SourceEntry, weaken: Weaken): (string | undefined)[] {
  const { hook, rule } = entry
  const rules = chooseRules(entry, weaken)
  if (rules === undefined) {
    if (rule === undefined || eventDefinition(hook.event).matches === 'toolName') return [rule]
    weaken('if is left out: the event has no tool call, and Claude Code would never run the hook')
    return [undefined]
  }
  if (rule !== undefined) throw new Impossible('it has an if and a matcher on the input; Claude Code takes one of them')
  if (rules.length > 1) weaken(`it becomes ${rules.length} entries, one for each of ${rules.join(', ')}`)
  return [...rules]
}

function writeHandler({ hook }: SourceEntry, weaken: Weaken): Record<string, unknown> {
  const { handler } = hook
  switch (handler.type) {
    case 'command':
      return writeCommand(handler, weaken)
    case 'prompt':
      if (hook.event === HookEvent.PreToolUse || hook.event === HookEvent.PostToolUse)
        weaken('a no of the model also ends the turn in Claude Code')
      return { ...handler }
    case 'agent': {
      const { tools, ...rest } = handler
      if (tools) weaken('tools is lost: Claude Code chooses the tools of the agent')
      return rest
    }
    case 'http': {
      if (hook.event === HookEvent.SessionStart) weaken('Claude Code delivers no http hook at SessionStart')
      const { allowedHosts: _, maxRetries, allow204: __, headers, ...rest } = handler
      if (maxRetries !== undefined) weaken('maxRetries is lost: Claude Code sends a request once')
      return { ...rest, ...(Object.keys(headers).length > 0 && { headers: { ...headers } }) }
    }
    default:
      throw new Impossible(`Claude Code has no ${handler.type === 'unsupported' ? handler.name : handler.type} hooks`)
  }
}

function writeCommand(handler: HandlerSpec & { type: 'command' }, weaken: Weaken): Record<string, unknown> {
  const { run } = handler
  if ('exec' in run && !hasSurroundings(handler) && handler.reap === undefined)
    return { type: 'command', command: run.exec, args: [...run.args] }
  return { type: 'command', command: writeShellCommand(handler, weaken) }
}

const failsOpen: ReadonlySet<EventName> = new Set([HookEvent.Stop, HookEvent.SubagentStop, HookEvent.TaskCompleted])

// It knows one policy besides letting the call through; where a failure should be noticed, noticing too much is the safe side.
function writePolicy({ hook }: SourceEntry, weaken: Weaken): { onFailure?: 'block' } {
  const policies = describePolicies(hook)
  if (policies === undefined || hook.async || !hook.dialect.can(hook.event, 'block')) return {}
  const isHeld = hook.handler.type === 'command' || hook.handler.type === 'http'
  if (!isHeld || failsOpen.has(hook.event)) {
    weaken('Claude Code lets it pass when this hook fails')
    return {}
  }
  if (policies !== 'deny') weaken('every failure denies: Claude Code has one policy for all classes and cannot ask')
  return { onFailure: 'block' }
}
