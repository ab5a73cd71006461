import { readFileSync } from 'node:fs'

/** The version of this package. Sources and both builds stand two folders below its root. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}
