import { count, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { shortenText } from '../shorten-text.ts'
import type { AgentTool } from '../tool-types.ts'
import { ledgerOf } from './file-ledger.ts'
import { imageType, largestImage } from './image-type.ts'
import { locateFile, refusePath } from './locate-file.ts'
import { decodeText, readBytes } from './read-bytes.ts'

/** What Read gives: text without line numbers, which only the model sees, or an image in base64. */
export type ReadOutput =
  | {
      type: 'text'
      filePath: string
      content: string
      startLine: number
      numLines: number
      totalLines: number
    }
  | { type: 'image'; filePath: string; content: string; mediaType: string; data: string }

const largestFile = 32 * 1024 * 1024
const defaultLines = 2_000
const longestLine = 2_000
const longestText = 200_000

/** Reads a text file or an image. */
export const readTool: AgentTool = {
  ...defineBuiltin({
    name: 'Read',
    description: `Reads a text file or an image. Gives the first ${defaultLines} lines unless told otherwise.`,
    kind: 'readonly',
    input: {
      file_path: text('The file, as an absolute path.'),
      offset: optional(count('Number of the first line to read, counted from 1.')),
      limit: optional(count('How many lines to read.', { min: 1 })),
    },
    refuse: ({ file_path }) => refusePath('file_path', file_path),
    paths: ({ file_path }) => [file_path],
    async run({ file_path, offset, limit }, { cwd, state, signal }): Promise<ReadOutput> {
      const place = locateFile(file_path, cwd)
      const bytes = await readBytes(place, { largest: largestFile, signal })
      const mediaType = imageType(bytes)
      if (mediaType !== undefined) return describeImage(place.spelled, bytes, mediaType)
      const whole = decodeText(bytes, place.spelled).replace(/^\uFEFF/, '')
      ledgerOf(state).note(place.real, bytes)
      return { type: 'text', filePath: place.spelled, ...selectLines(whole, place.spelled, { offset, limit }) }
    },
    toText: showReading,
  }),
  toImages(output) {
    const { type, data, mediaType } = output as Partial<Extract<ReadOutput, { type: 'image' }>>
    const isImage = type === 'image' && typeof data === 'string' && typeof mediaType === 'string'
    return isImage ? [{ type: 'image', data, mediaType }] : []
  },
}

function describeImage(path: string, bytes: Buffer, mediaType: string): ReadOutput {
  if (bytes.length > largestImage)
    throw new Error(`${path} is too large for an image: ${bytes.length} bytes, at most ${largestImage} are read.`)
  const content = `An image: ${mediaType}, ${bytes.length} bytes.`
  return { type: 'image', filePath: path, content, mediaType, data: bytes.toString('base64') }
}

function selectLines(whole: string, path: string, wanted: { offset?: number | undefined; limit?: number | undefined }) {
  const lines = whole.split('\n')
  const totalLines = lines.at(-1) === '' ? lines.length - 1 : lines.length
  const startLine = Math.max(1, wanted.offset ?? 1)
  const limit = wanted.limit ?? defaultLines
  if (startLine > Math.max(1, totalLines))
    throw new Error(`${path} has ${totalLines} lines; there is no line ${startLine}.`)
  const end = startLine - 1 + limit
  const isAll = startLine === 1 && end >= totalLines
  const content = isAll ? whole : lines.slice(startLine - 1, Math.min(end, totalLines)).join('\n')
  return { content, startLine, numLines: Math.min(end, totalLines) - startLine + 1, totalLines }
}

function showReading(output: Readonly<Record<string, unknown>>): string | undefined {
  const { type, content, startLine, totalLines } = output
  if (typeof content !== 'string') return undefined
  if (type !== 'text') return content
  if (content === '') return '(The file is empty.)'
  const first = typeof startLine === 'number' ? startLine : 1
  const lines = content.replace(/\n$/, '').split('\n')
  const numbered = lines.map((line, index) => `${String(first + index).padStart(6)}\t${cutLine(line)}`).join('\n')
  const last = first + lines.length - 1
  const rest = typeof totalLines === 'number' && totalLines > last ? totalLines - last : 0
  const note = rest > 0 ? `\n(${rest} more lines; go on with offset ${last + 1}.)` : ''
  return shortenText(numbered, longestText) + note
}

function cutLine(line: string): string {
  const bare = line.replace(/\r$/, '')
  return bare.length > longestLine ? `${shortenEnd(bare)} [${bare.length - longestLine} characters left out]` : bare
}

function shortenEnd(line: string): string {
  return line.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, '')
}
