import { flag, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import type { AgentTool } from '../tool-types.ts'
import { ledgerOf, staleFile } from './file-ledger.ts'
import { locateFile, refusePath } from './locate-file.ts'
import { decodeText, readBytes } from './read-bytes.ts'
import { replaceFile } from './replace-file.ts'
import { replaceText } from './replace-text.ts'

/** What Edit did: the whole content before and after. */
export interface EditOutput {
  filePath: string
  oldString: string
  newString: string
  originalFile: string
  content: string
  replacements: number
}

const largestFile = 32 * 1024 * 1024

/** Replaces one piece of text in a file. The piece must occur exactly once, unless all are to be replaced. */
export const editTool: AgentTool = defineBuiltin({
  name: 'Edit',
  description:
    'Replaces text in a file. old_string must be exactly what the file holds, blanks included, and occur once; give more of what stands around it, or set replace_all.',
  kind: 'write',
  input: {
    file_path: text('The file, as an absolute path.'),
    old_string: text('The text to replace, without line numbers.'),
    new_string: text('The text to put in its place.'),
    replace_all: optional(flag('Replaces every occurrence.')),
  },
  refuse({ file_path, old_string, new_string }) {
    if (old_string === '') return 'old_string is empty; make a file with Write'
    if (old_string === new_string) return 'old_string and new_string are the same'
    return (
      refusePath('file_path', file_path) ?? (new_string.isWellFormed() ? undefined : 'new_string is no valid Unicode')
    )
  },
  paths: ({ file_path }) => [file_path],
  async run({ file_path, old_string, new_string, replace_all }, { cwd, state, signal }): Promise<EditOutput> {
    const place = locateFile(file_path, cwd)
    const before = await readBytes(place, { largest: largestFile, signal })
    const originalFile = decodeText(before, place.spelled)
    const ledger = ledgerOf(state)
    if (ledger.hasChanged(place.real, before)) throw staleFile(place.spelled)
    const { content, replacements } = replaceText(originalFile, {
      path: place.spelled,
      from: old_string,
      to: new_string,
      all: replace_all ?? false,
    })
    const bytes = Buffer.from(content)
    await replaceFile(place, bytes)
    ledger.note(place.real, bytes)
    return {
      filePath: place.spelled,
      oldString: old_string,
      newString: new_string,
      originalFile,
      content,
      replacements,
    }
  },
  toText({ filePath, replacements }) {
    if (typeof filePath !== 'string' || typeof replacements !== 'number') return undefined
    return `Edited ${filePath}: ${replacements === 1 ? 'one place' : `${replacements} places`} changed.`
  },
})
