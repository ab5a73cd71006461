import { count, flag, oneOf, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { refusePath } from '../files/locate-file.ts'
import { shortenText } from '../shorten-text.ts'
import type { AgentTool } from '../tool-types.ts'
import { type GrepInput, writeGrepArguments } from './grep-arguments.ts'
import { type Found, runRipgrep } from './run-ripgrep.ts'
import { findSearchPlace } from './search-place.ts'

/** What was found, in the form asked for. `content` is there unless only files were asked for. */
export interface GrepOutput {
  mode: 'content' | 'files_with_matches' | 'count'
  filenames: string[]
  numFiles: number
  content?: string
  numLines?: number
  numMatches?: number
  truncated: boolean
}

const defaultLimit = 250

/** Searches the content of files with ripgrep. */
export const grepTool: AgentTool = defineBuiltin({
  name: 'Grep',
  description:
    'Searches files for a regular expression (ripgrep). Leaves out binary files and what .gitignore names; the file changed last comes first.',
  kind: 'readonly',
  input: {
    pattern: text('The regular expression, in ripgrep’s syntax.'),
    path: optional(text('File or directory to search; the working directory by default.')),
    glob: optional(text('Only files whose names match, such as "*.ts" or "src/**/*.{js,ts}".')),
    type: optional(text('Only files of this type, such as "js", "py", "rust".')),
    output_mode: optional(
      oneOf(
        ['content', 'files_with_matches', 'count'],
        'Lines, names of files (the default), or matching lines per file.',
      ),
    ),
    '-i': optional(flag('Upper and lower case are the same.')),
    '-n': optional(flag('Line numbers, with content only; true by default.')),
    '-A': optional(count('Lines to show after each match, with content only.', { max: 1_000 })),
    '-B': optional(count('Lines to show before each match, with content only.', { max: 1_000 })),
    '-C': optional(count('Lines to show around each match, with content only.', { max: 1_000 })),
    multiline: optional(flag('A match may span lines, and . matches newlines.')),
    head_limit: optional(count('The most lines or files to give; 250 by default.', { min: 1, max: 10_000 })),
  },
  refuse({ pattern, path, glob, type }) {
    if (pattern === '') return 'pattern is empty'
    if (type !== undefined && !/^[\w+-]+$/.test(type)) return 'type is no name of a type'
    const given = { pattern, path, glob }
    for (const [name, value] of Object.entries(given)) {
      const problem = value === undefined ? undefined : refusePath(name, value)
      if (problem !== undefined) return problem
    }
    return undefined
  },
  paths: ({ path }) => [path],
  async run(input, { cwd, signal }): Promise<GrepOutput> {
    const place = await findSearchPlace(input.path, cwd)
    const mode = input.output_mode ?? 'files_with_matches'
    const found = await runRipgrep({
      args: [...writeGrepArguments(input as GrepInput, mode), '--', place.real],
      cwd: place.directory,
      separator: mode === 'files_with_matches' ? '\0' : '\n',
      limit: input.head_limit ?? defaultLimit,
      signal,
    })
    return describeFound(found, mode)
  },
  toText({ mode, filenames, content, truncated }) {
    const text = mode === 'files_with_matches' && Array.isArray(filenames) ? filenames.join('\n') : content
    if (typeof text !== 'string') return undefined
    if (text === '') return 'No matches found.'
    return shortenText(text) + (truncated === true ? '\n(There is more; raise head_limit or narrow the search.)' : '')
  },
})

function describeFound({ records, truncated }: Found, mode: GrepOutput['mode']): GrepOutput {
  if (mode === 'files_with_matches') return { mode, filenames: records, numFiles: records.length, truncated }
  // Between two places of one file ripgrep puts a line of its own, which has no name.
  const filenames = [...new Set(records.flatMap((line) => (line.includes('\0') ? [line.split('\0')[0]!] : [])))]
  const content = records.map((line) => line.replace('\0', ':')).join('\n')
  const found = { mode, filenames, numFiles: filenames.length, content, truncated }
  if (mode === 'content') return { ...found, numLines: records.length }
  return { ...found, numMatches: records.reduce((sum, line) => sum + Number(line.split('\0')[1] ?? 0), 0) }
}
