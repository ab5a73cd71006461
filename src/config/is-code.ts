import { extname } from 'node:path'

const codeExtensions = new Set(['.ts', '.mts', '.js', '.mjs'])

/** Whether a configuration file of this name is code, which is run to be read. */
export function isCode(file: string): boolean {
  return codeExtensions.has(extname(file).toLowerCase())
}
