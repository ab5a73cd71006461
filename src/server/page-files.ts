import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HookError } from '../base/errors.ts'

/** The files that make the page. */
export interface PageFiles {
  html: string
  script: string
  style: string
}

/** Reads the page from a folder, or from where the package keeps it. Throws a `HookError` when it was never built. */
export function readPageFiles(folder = findFolder()): PageFiles {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  try {
    return { html: read('index.html'), script: read('app.js'), style: read('app.css') }
  } catch {
    throw new HookError('PAGE_UNAVAILABLE', `the page is not in ${folder}`, {
      hint: 'Install the package again; in a checkout run npm run build.',
    })
  }
}

// Beside the compiled files, or, when these run as they are, where a build has put it.
function findFolder(): string {
  const places = ['../web/', '../../dist/web/'].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  return places.find((place) => existsSync(join(place, 'index.html'))) ?? places[0]!
}
