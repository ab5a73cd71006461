import type { Field, Shape } from '../../src/protocol/schema/field.ts'
import { hookTestShape } from '../../src/testing/hook-test.ts'
import { fieldTable, page } from './markdown.ts'

/** The reference of samples and files of cases. */
export function hooktestDocs(): string {
  const testCase = fieldsOf(itemOf(hookTestShape['cases']!))
  return page([
    '# Tests',
    '`hookline test [FILE...]` proves that guards do what they promise, through the real path: match, start, read, merge. It exits with 0 when everything is proved and with 1 when anything failed; the last line is `N passed, N failed`. `--junit FILE` writes JUnit XML, `--json` one document, `--watch` runs again after every change.',
    'Configuration files and files of cases that are named are trusted, as with `--config`. Without any, what would be found is tested: then hooks of a project that nobody approved do not run, and what cannot be proved has failed.',
    '## Samples',
    'A native hook may carry samples: inputs under `mustDeny` that it must deny itself, and under `mustAllow` that it must let pass. A hook that fails proves nothing, whatever its policy for failures. A text is a command line on events of tools, the prompt on events that have one, else the value that matchers test. An object is a tool call (`{"tool_name", "tool_input"}`), the input of one (`{"file_path": ".env"}` is a Write, or the first of Write, Edit and Read that the matcher takes), or the input fields of the event; camelCase or snake_case.',
    "`createHooks(config, { prove: 'load' })` proves all samples before it starts, and refuses to start with `GUARD_UNPROVED` when one fails or a gate has none.",
    '## Files of cases',
    'A file whose name ends in `.hooktest.json`, `.hooktest.jsonc` or `.hooktest.ts` (then with a default export) holds events and what must come of them:',
    ['```json', JSON.stringify(example, null, 2), '```'].join('\n'),
    fieldTable(hookTestShape, { always: 'required' }),
    'A case:',
    fieldTable(testCase, { always: 'required' }),
    'What may be expected; only what is given is looked at:',
    fieldTable(fieldsOf(testCase['expect']!), { always: 'required' }),
  ])
}

const example = {
  config: 'hooks.json',
  cases: [
    { name: 'force pushes are denied', event: 'PreToolUse', input: 'git push --force', expect: { decision: 'deny' } },
    {
      name: 'a stop is left alone',
      event: 'Stop',
      input: { stop_reason: 'no_tool_calls' },
      expect: { decision: 'none' },
    },
  ],
}

function itemOf(field: Field): Field {
  if (field.kind !== 'list') throw new TypeError('the cases are no list')
  return field.item
}

function fieldsOf(field: Field): Shape {
  if (field.kind !== 'object') throw new TypeError('the field is no object')
  return field.fields
}
