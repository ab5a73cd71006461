import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StreamMessage } from '../../agent/stream-messages.ts'
import { eventNames } from '../../protocol/event-types.ts'
import type { HandlerType } from '../../protocol/hook.ts'
import type { ObservedStep } from '../../protocol/ports.ts'

/** Everything that happened in the demo. */
export interface DemoLog {
  folder: string
  steps: ObservedStep[]
  messages: StreamMessage[]
  questions: string[]
}

/** One thing that the demo tells, and whether it really happened. */
export interface DemoFact {
  title: string
  holds: boolean
}

/** Compares what happened with what the demo promises. */
export function checkDemo(log: DemoLog): DemoFact[] {
  const { messages } = log
  const ends = log.steps.filter((step) => step.type === 'hookEnd')
  const ended = (hook: string) => ends.filter((step) => step.hook.id === hook || step.hook.name === hook)
  const result = (id: string) => messages.find((message) => message.type === 'tool_result' && message.id === id)
  const said = (id: string): string => JSON.stringify(result(id) ?? null)
  const results = messages.filter((message) => message.type === 'result')
  const facts: [string, boolean][] = [
    [
      `all ${eventNames.length} events fired`,
      covers(eventNames, log, (step) => step.type === 'eventStart' && step.event),
    ],
    [
      'every kind of handler ran',
      covers(handlerKinds, log, (step) => step.type === 'hookEnd' && step.hook.handler.type),
    ],
    ['hooks of three dialects ran', covers(dialects, log, (step) => step.type === 'hookEnd' && step.hook.dialect.name)],
    ['a prompt with a token in it was blocked', results[0]?.subtype === 'blocked' && ended('no-secrets').length === 2],
    [
      'rm -rf was denied, although it hid behind cd',
      isError(result('delete')) && existsSync(join(log.folder, 'build', 'app.js')),
    ],
    [
      'a command was rewritten before it ran',
      said('deploy').includes('staging') && !said('deploy').includes('production'),
    ],
    ['a person was asked, and approved', log.questions.includes('Bash') && !isError(result('deploy'))],
    [
      'a secret was taken out of what a tool returned',
      said('settings').includes('[redacted]') && !said('settings').includes('tok-'),
    ],
    ['a failed call got a hint from a web hook', isError(result('missing')) && ended('hint').length === 1],
    [
      'a model approved a file instead of a person',
      existsSync(join(log.folder, 'NOTES.md')) && ended('ask-model').length === 1,
    ],
    [
      'a sub-agent did an errand, and an agent checked it',
      said('errand').includes('sum.js') && ended('check-result').length === 1,
    ],
    [
      'the stop was refused until the tests passed',
      ended('tests-pass')
        .map(({ status }) => status)
        .join() === 'blocked,ok',
    ],
    ['the mended file is on disk', readFileSync(join(log.folder, 'sum.js'), 'utf8').includes('a + b')],
    [
      'the session ended well',
      results.at(-1)?.subtype === 'success' && existsSync(join(log.folder, 'hooks', 'last-session.json')),
    ],
    ['no hook failed', ends.every(({ status }) => status === 'ok' || status === 'blocked')],
  ]
  return facts.map(([title, holds]) => ({ title, holds }))
}

const handlerKinds: readonly HandlerType[] = ['command', 'callback', 'prompt', 'agent', 'http', 'worker']
const dialects = ['blade', 'claude', 'kimi']

function covers(wanted: readonly string[], log: DemoLog, pick: (step: ObservedStep) => string | false): boolean {
  const found = new Set(log.steps.map(pick))
  return wanted.every((one) => found.has(one))
}

function isError(message: StreamMessage | undefined): boolean {
  return message?.type === 'tool_result' && message.isError
}
