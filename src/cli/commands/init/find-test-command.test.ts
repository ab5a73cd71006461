import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findTestCommand } from './find-test-command.ts'

test.each([
  ['package.json', '{"scripts":{"test":"vitest"}}', 'npm test --silent'],
  ['package.json', '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}', undefined],
  ['package.json', '{ broken', undefined],
  ['Cargo.toml', '', 'cargo test --quiet'],
  ['go.mod', '', 'go test ./...'],
  ['pyproject.toml', '', 'python3 -m pytest -q'],
  ['Makefile', 'all:\n\ntest: all\n\t./run\n', 'make test'],
  ['Makefile', 'all:\n', undefined],
  ['other', '', undefined],
])('tells from %s', (file, text, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, file), text)
  expect(findTestCommand(folder)).toBe(expected)
})
