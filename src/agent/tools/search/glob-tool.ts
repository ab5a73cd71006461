import { optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { refusePath } from '../files/locate-file.ts'
import type { AgentTool } from '../tool-types.ts'
import { runRipgrep } from './run-ripgrep.ts'
import { findSearchPlace, globFlag, leaveOut } from './search-place.ts'

/** The files found, the one changed last first. */
export interface GlobOutput {
  filenames: string[]
  numFiles: number
  truncated: boolean
}

const mostFiles = 200

/** Finds files by the pattern of their names. */
export const globTool: AgentTool = defineBuiltin({
  name: 'Glob',
  description:
    'Finds files by name, such as "**/*.ts" or "src/**/index.*", the one changed last first. Leaves out what .gitignore names.',
  kind: 'readonly',
  input: {
    pattern: text('The pattern, relative to path. One without a slash matches in every directory.'),
    path: optional(text('The directory to search; the working directory by default.')),
  },
  refuse({ pattern, path }) {
    if (pattern.startsWith('/') || pattern.startsWith('~'))
      return 'pattern must be relative; give the directory as path'
    if (pattern.split('/').includes('..')) return 'pattern cannot lead upwards; give the directory as path'
    return refusePath('pattern', pattern) ?? (path === undefined ? undefined : refusePath('path', path))
  },
  paths: ({ path }) => [path],
  async run({ pattern, path }, { cwd, signal }): Promise<GlobOutput> {
    const place = await findSearchPlace(path, cwd)
    if (place.isFile) throw new Error(`${place.spelled} is a file, not a directory.`)
    const { records: filenames, truncated } = await runRipgrep({
      args: ['--files', '--null', '--hidden', '--sortr=modified', globFlag(pattern), ...leaveOut, '--', place.real],
      cwd: place.directory,
      separator: '\0',
      limit: mostFiles,
      signal,
    })
    return { filenames, numFiles: filenames.length, truncated }
  },
  toText({ filenames, truncated }) {
    if (!Array.isArray(filenames)) return undefined
    if (filenames.length === 0) return 'No files found.'
    return [...filenames, ...(truncated ? [`(Only the first ${filenames.length}; use a narrower pattern.)`] : [])].join(
      '\n',
    )
  },
})
