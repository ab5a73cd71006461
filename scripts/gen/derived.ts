import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { configPage } from './config-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventTable } from './event-table.ts'
import { eventsPage } from './events-page.ts'
import { replaceBetweenMarkers } from './markdown.ts'
import { schemaFiles } from './schema-files.ts'
import { verdictPage } from './verdict-page.ts'

/** Every file that derives from the code: path relative to the root, and content. */
export function generatedFiles(root: string): Map<string, string> {
  const withTable = (path: string, language: 'en' | 'zh'): [string, string] => [
    path,
    replaceBetweenMarkers(readFileSync(resolve(root, path), 'utf8'), 'events', eventTable(language)),
  ]
  return new Map([
    ...schemaFiles(),
    ['docs/reference/events.md', eventsPage()],
    ['docs/reference/config.md', configPage()],
    ['docs/reference/verdict.md', verdictPage()],
    ['docs/reference/errors.md', errorsPage()],
    withTable('README.md', 'en'),
    withTable('README.zh-CN.md', 'zh'),
  ])
}
