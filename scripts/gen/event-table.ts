import { toSnakeCase } from '../../src/base/names.ts'
import type { Power } from '../../src/protocol/define-event.ts'
import { eventDefinition, eventNames } from '../../src/protocol/event-types.ts'
import { type Language, translate } from './languages.ts'
import { code, table } from './markdown.ts'

/** The event table for a README: one row per event, in the order of a session's life. */
export function eventTable(language: Language): string {
  const say = (phrase: string): string => translate(phrase, language)
  const rows = eventNames.map((name) => {
    const event = eventDefinition(name)
    return [
      `[${name}](docs/reference/events.md#${toAnchor(name)})`,
      say(event.fires),
      event.powers.map((power) => say(powerInWords(power))).join(say(', ')) || say('observe'),
      event.matches === null ? '–' : code(toSnakeCase(event.matches)),
    ]
  })
  return table(['event', 'fires', 'hooks may', 'matcher tests'].map(say), rows)
}

/** Every phrase of the table that can be said in another language. */
export function tablePhrases(): string[] {
  const events = eventNames.map(eventDefinition)
  const words = events.flatMap((event) => [event.fires, ...event.powers.map(powerInWords)])
  return [...new Set(['event', 'fires', 'hooks may', 'matcher tests', 'observe', ', ', ...words])]
}

/** A power, as the end of the sentence "hooks may …". */
export function powerInWords(power: Power): string {
  return powers[power]
}

const powers: Readonly<Record<Power, string>> = {
  block: 'block',
  ask: 'ask',
  allow: 'allow',
  rewriteInput: 'rewrite the input',
  rewriteOutput: 'rewrite the output',
  rewritePrompt: 'rewrite the prompt',
  context: 'add context',
  env: 'set variables',
}

/** The anchor that Markdown gives to the heading of an event. */
export function toAnchor(name: string): string {
  return name.toLowerCase()
}
