import { text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import type { AgentTool } from '../tool-types.ts'
import { ledgerOf, staleFile } from './file-ledger.ts'
import { locateFile, refusePath } from './locate-file.ts'
import { readExisting } from './read-existing.ts'
import { replaceFile } from './replace-file.ts'

/** What Write did: the content before, null where there was no text, and after. */
export interface WriteOutput {
  type: 'create' | 'update'
  filePath: string
  content: string
  originalFile: string | null
}

/** Writes a whole file, in one step. Refuses to overwrite what was changed since this session last read it. */
export const writeTool: AgentTool = defineBuiltin({
  name: 'Write',
  description: 'Writes a file; what was in it before is replaced. Makes missing directories.',
  kind: 'write',
  input: {
    file_path: text('The file, as an absolute path.'),
    content: text('The whole content.'),
  },
  refuse({ file_path, content }) {
    return refusePath('file_path', file_path) ?? (content.isWellFormed() ? undefined : 'content is no valid Unicode')
  },
  paths: ({ file_path }) => [file_path],
  async run({ file_path, content }, { cwd, state, signal }): Promise<WriteOutput> {
    const place = locateFile(file_path, cwd)
    const ledger = ledgerOf(state)
    const before = await readExisting(place, signal)
    if (before && ledger.hasChanged(place.real, before.bytes)) throw staleFile(place.spelled)
    const bytes = Buffer.from(content)
    await replaceFile(place, bytes)
    ledger.note(place.real, bytes)
    return {
      type: before ? 'update' : 'create',
      filePath: place.spelled,
      content,
      originalFile: before?.text ?? null,
    }
  },
  toText({ type, filePath, content }) {
    if (typeof filePath !== 'string' || typeof content !== 'string') return undefined
    const size = `${Buffer.byteLength(content)} bytes`
    return type === 'create' ? `Created ${filePath} (${size}).` : `Wrote ${filePath} (${size}).`
  },
})
