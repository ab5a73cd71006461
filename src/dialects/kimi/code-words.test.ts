import { describe, expect, it } from 'vitest'
import { findCodeWords, readsCodeFromStdin } from './code-words.ts'

const split = (command: string) => command.split(' ').map((text) => ({ text }))

describe('findCodeWords', () => {
  it.each([
    ['sh -c CODE name arg', ['CODE']],
    ['/usr/bin/env -i bash -euo pipefail -c CODE arg', ['CODE']],
    ['bash script.sh -x arg', []],
    ['python3 -c CODE arg', ['CODE']],
    ['python3 -cCODE', ['-cCODE']],
    ['node --eval=CODE', ['--eval=CODE']],
    ['node app.js arg', []],
    ['perl -lane CODE file', ['CODE']],
    ['awk -F : CODE file', ['CODE']],
    ['awk -f prog.awk file', []],
    ['sed -n -e CODE -e MORE file', ['CODE', 'MORE']],
    ['sed CODE file', ['CODE']],
    ['jq -r --arg a value CODE file', ['CODE']],
    ['sqlite3 file.db CODE', ['CODE']],
    ['psql -c CODE', ['CODE']],
    ['eval a b', ['a', 'b']],
    ['sudo -u root PROGRAM arg', ['PROGRAM']],
    ['xargs -0 sh -c CODE', ['sh', 'CODE']],
    ['grep -e pattern file', []],
    ['black --quiet file', []],
    ['. FILE arg', ['FILE', 'arg']],
    ['command . FILE', ['.', 'FILE']],
    ['find . -name pattern', []],
  ])('finds what %j takes for code', (command, expected) => {
    expect([...findCodeWords(split(command))].map(({ text }) => text)).toEqual(expected)
  })
})

describe('readsCodeFromStdin', () => {
  it.each([
    ['sh', true],
    ['bash -s', true],
    ['python3 -', true],
    ['env bash', true],
    ['bash script.sh', false],
    ['sh -c CODE', false],
    ['cat', false],
    ['jq .', false],
  ])('tells it of %j: %s', (command, expected) => {
    expect(readsCodeFromStdin(split(command))).toBe(expected)
  })
})
