import { expect, test } from 'vitest'
import type { DocumentFix } from './apply-fixes.ts'
import { editToml } from './edit-toml.ts'

const text = `[[hooks.before_tool]]
matcher = { tool = "Shell", pattern = '}' } # inline
timeout = 30 # ms?
"command" = "true"

[[hooks.after_tool]]
command = "true"
[hooks.after_tool.matcher]
tool = "Shell"
`
const edit = (fix: DocumentFix): string | undefined => editToml(text, fix)

test('sets a value and keeps the comment behind it', () => {
  expect(edit({ kind: 'set', file: '', path: ['hooks', 'before_tool', 0, 'timeout'], value: 30000 })).toBe(
    text.replace('timeout = 30 ', 'timeout = 30000 '),
  )
})

test('removes an inline table and keeps the comment behind it', () => {
  expect(edit({ kind: 'remove', file: '', path: ['hooks', 'before_tool', 0, 'matcher'] })).toBe(
    text.replace(`matcher = { tool = "Shell", pattern = '}' } # inline`, '# inline'),
  )
})

test('renames keys, quoted ones too, and every header of a table', () => {
  expect(edit({ kind: 'rename', file: '', path: ['hooks', 'before_tool', 0, 'command'], name: 'run' })).toBe(
    text.replace('"command" = "true"', 'run = "true"'),
  )
  expect(edit({ kind: 'rename', file: '', path: ['hooks', 'after_tool'], name: 'after_x' })).toBe(
    text.replaceAll('after_tool', 'after_x'),
  )
})

test('leaves alone a table with a header of its own', () => {
  expect(edit({ kind: 'remove', file: '', path: ['hooks', 'after_tool', 0, 'matcher'] })).toBeUndefined()
})
