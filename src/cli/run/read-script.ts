import { resolve } from 'node:path'
import { formatPath, parseDocument } from '../../base/document.ts'
import { HookError } from '../../base/errors.ts'
import { readFileText } from '../../config/read-file-text.ts'
import type { ScriptStep } from '../../models/model-types.ts'
import { checkField } from '../../protocol/schema/check.ts'
import { anyObject, count, type Field, listOf, objectOf, optional, text } from '../../protocol/schema/field.ts'

const step = objectOf(
  {
    text: optional(text('What the model says.')),
    thinking: optional(text('What it thinks before.')),
    toolCalls: optional(
      listOf(
        objectOf(
          {
            name: text('The tool.'),
            input: anyObject('Its input.'),
            id: optional(text('Id of the call.')),
          },
          'One call.',
        ),
        'The tools it calls.',
      ),
    ),
    delayMs: optional(count('Milliseconds it takes.')),
    error: optional(objectOf({ status: count('HTTP status.'), message: text('What it says.') }, 'It fails so.')),
    usage: optional(
      objectOf(
        { inputTokens: optional(count('Tokens read.')), outputTokens: optional(count('Tokens written.')) },
        'Tokens it counts.',
      ),
    ),
  },
  'One step.',
)

const steps: Field = listOf(step, 'The steps of the embedded model.')

/**
 * Reads what the embedded model is to answer: a JSON list of steps, with or without comments. Throws a `HookError` with the
 * place of the fault when the file is missing or is no such list.
 */
export function readScript(path: string): ScriptStep[] {
  const file = resolve(path)
  const document = parseDocument(readFileText(file).text, 'jsonc', file)
  const [issue] = checkField(steps, document.value)
  if (!issue) return document.value as ScriptStep[]
  const { found, expected, nearest } = issue
  const where = issue.path.length === 0 ? 'the script' : formatPath(issue.path)
  const isKey = issue.kind === 'unknownKey'
  throw new HookError(
    isKey ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID_VALUE',
    isKey ? `${where} is unknown, expected ${expected}` : `${where} is ${found}, expected ${expected}`,
    {
      hint:
        nearest === undefined
          ? 'A script is a list of steps such as [{"toolCalls": [{"name": "Bash", "input": {"command": "ls"}}]}, {"text": "done"}].'
          : `Did you mean "${nearest}"?`,
      place: { file, path: formatPath(issue.path), ...document.locate(issue.path, { key: isKey }) },
    },
  )
}
