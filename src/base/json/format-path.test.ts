import { expect, test } from 'vitest'
import { formatPath } from './format-path.ts'

test.each([
  [[], ''],
  [['PreToolUse', 0, 'hooks', 1, 'timeout'], 'PreToolUse[0].hooks[1].timeout'],
  [[2, 'x'], '[2].x'],
  [['a.b', 'c d', '', '0', 'x-y', '名'], '["a.b"]["c d"][""]["0"].x-y.名'],
])('writes %j as %s', (path, text) => {
  expect(formatPath(path)).toBe(text)
})
