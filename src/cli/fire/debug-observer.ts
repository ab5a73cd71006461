import { createRedactor, type Redactor } from '../../base/redact.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { ObservedStep, Observer } from '../../protocol/ports.ts'
import { showLines } from '../show-lines.ts'

type StepOf<Type extends ObservedStep['type']> = Extract<ObservedStep, { type: Type }>

/**
 * Writes what every hook does, line by line, in the form of Kimi's `--debug`, whatever the hook's dialect: start, end with its
 * decision, reason; besides, the input and what failed hooks wrote to stderr. Secrets are hidden.
 */
export function createDebugObserver(write: (line: string) => void, env: NodeJS.ProcessEnv): Observer {
  const redactor = createRedactor({ env })
  const tell = (text: string): void => write(`[HOOK DEBUG] ${showLines(redactor.text(text), '             ')}`)
  return (step) => {
    if (step.type === 'eventStart') tell(`Input: ${writeInput(step, redactor)}`)
    else if (step.type === 'hookStart') tellStart(step, tell)
    else if (step.type === 'hookEnd') tellEnd(step, tell)
    else if (step.type === 'failedOpen')
      tell(`Hook '${nameOf(step.hook)}' failed open (${step.class}): ${step.message}`)
    else if (step.type === 'hookIdle') tell(`Hook '${nameOf(step.hook)}' does not run: ${step.why}`)
  }
}

const longestInput = 16 * 1024

function writeInput(step: StepOf<'eventStart'>, redactor: Redactor): string {
  const text = JSON.stringify(redactor.value({ ...step.input }))
  return text.length > longestInput ? `${text.slice(0, longestInput)}… (${text.length} characters)` : text
}

function tellStart({ hook, statusMessage }: StepOf<'hookStart'>, tell: (text: string) => void): void {
  const event = hook.dialect.eventName(hook.event) ?? hook.event
  tell(`[${modeOf(hook)}] Starting ${hook.handler.type} hook '${nameOf(hook)}' for event '${event}'`)
  if (statusMessage !== undefined) tell(`Status: ${statusMessage}`)
  if (hook.async) tell(`[ASYNC] Hook '${nameOf(hook)}' fired (running in background)`)
}

function tellEnd(step: StepOf<'hookEnd'>, tell: (text: string) => void): void {
  const { hook, ms, decision, reason, raw } = step
  const failed = step.class !== undefined || step.status === 'cancelled'
  const success = failed ? 'False' : 'True'
  const outcome = `success=${success}, decision=${decision ?? silenceOf(hook)}`
  tell(`[${modeOf(hook)}] Completed hook '${nameOf(hook)}' in ${Math.round(ms)}ms: ${outcome}`)
  if (reason !== null) tell(`Reason: ${reason}`)
  if (!failed) return
  if (raw.kind === 'broken') tell(`Error: ${raw.message}`)
  if (raw.kind === 'process' && raw.stderr.text.trim() !== '') tell(`Stderr: ${raw.stderr.text.trimEnd()}`)
}

// In Kimi's own words a hook that does not object has said allow.
function silenceOf(hook: Hook): string {
  return hook.dialect.plainAllow === 'noOpinion' ? 'allow' : 'none'
}

function modeOf(hook: Hook): string {
  return hook.async ? 'ASYNC' : 'SYNC'
}

function nameOf(hook: Hook): string {
  return hook.name ?? hook.id
}
