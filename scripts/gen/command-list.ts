import { hookline } from '../../src/cli/command-table.ts'
import { type Language, translate } from './languages.ts'
import { code, table } from './markdown.ts'

/** The commands of the program, for a README. */
export function commandList(language: Language): string {
  const rows = hookline.commands.map(({ name, about }) => [
    code(`${hookline.name} ${name}`),
    translate(about, language),
  ])
  return table([translate('command', language), translate('does', language)], rows)
}

/** Every phrase of the list that can be said in another language. */
export function commandPhrases(): string[] {
  return ['command', 'does', ...hookline.commands.map(({ about }) => about)]
}
