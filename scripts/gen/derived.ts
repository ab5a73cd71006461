import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cliPage } from './cli-page.ts'
import { commandList } from './command-list.ts'
import { configPage } from './config-page.ts'
import { errorsPage } from './errors-page.ts'
import { eventTable } from './event-table.ts'
import { eventsPage } from './events-page.ts'
import { hooktestDocs } from './hooktest-docs.ts'
import type { Language } from './languages.ts'
import { lintDocs } from './lint-docs.ts'
import { replaceBetweenMarkers } from './markdown.ts'
import { schemaFiles } from './schema-files.ts'
import { verdictPage } from './verdict-page.ts'

/** Every file that derives from the code: path relative to the root, and content. */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  return new Map([
    ...schemaFiles(),
    ['docs/reference/events.md', eventsPage()],
    ['docs/reference/config.md', configPage()],
    ['docs/reference/verdict.md', verdictPage()],
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/cli.md', await cliPage()],
    ['docs/reference/lint.md', lintDocs()],
    ['docs/reference/tests.md', hooktestDocs()],
    ['README.md', withTables(resolve(root, 'README.md'), 'en')],
    ['README.zh-CN.md', withTables(resolve(root, 'README.zh-CN.md'), 'zh')],
  ])
}

function withTables(file: string, language: Language): string {
  const text = readFileSync(file, 'utf8')
  const withEvents = replaceBetweenMarkers(text, 'events', eventTable(language))
  return replaceBetweenMarkers(withEvents, 'commands', commandList(language))
}
