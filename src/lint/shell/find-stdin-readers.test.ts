import { expect, test } from 'vitest'
import { createParseBudget, parseText } from '../../shell/parse-text.ts'
import { findStdinReaders } from './find-stdin-readers.ts'

const readers = (text: string): string[] =>
  findStdinReaders(parseText(text, createParseBudget()).scripts[0]!).map(({ program }) => program)

test.each([
  ['A=$(jq -r .a); B=$(jq -r .b)', ['jq', 'jq']],
  ['cat >/dev/null; read line', ['cat', 'read']],
  ['jq .a && jq .b', ['jq', 'jq']],
  ['f() { cat; }; f; f', ['cat', 'cat']],
  ['echo "$(cat) $(cat)"', ['cat', 'cat']],
  ['grep -q x; grep -q y', ['grep', 'grep']],
  ['python3 -c "import sys; sys.stdin.read()"; cat', ['python3', 'cat']],
  ['{ jq .a; jq .b; }', ['jq', 'jq']],
  ['if grep -q a; then exit 2; elif grep -q b; then exit 2; fi', ['grep', 'grep']],
  ['for x in $(cat); do echo; done; cat', ['cat', 'cat']],
])('finds both readers of %j', (text, expected) => {
  expect(readers(text)).toEqual(expected)
})

test.each([
  ['IN=$(cat); A=$(echo "$IN" | jq -r .a); B=$(echo "$IN" | jq -r .b)', ['cat']],
  ['IN=$(cat); A=$(jq -r .a <<<"$IN"); B=$(jq -r .b <<<"$IN")', ['cat']],
  ['cat > /tmp/e; jq .a /tmp/e; jq .b < /tmp/e', ['cat']],
  ['jq -n "{}"; jq -nr "{}"; jq --null-input "{}"', []],
  ['jq --arg a b -r .x; cat file', ['jq']],
  ['if [ -t 0 ]; then cat; else jq .a; fi', ['cat']],
  ['case $1 in a) cat ;; b) jq . ;; esac', ['cat']],
  ['while read -r line; do echo "$line"; done', ['read']],
  ['printf x | while read -r a; do cat; done', []],
  ['cat &', []],
  ['f() { cat; }', []],
  ['grep -r x src; grep x file; sed -n p file; awk 1 file', []],
  ['cat <<E\nx\nE\ncat', ['cat']],
  ['jq . 3< file', ['jq']],
])('finds one reader at most in %j', (text, expected) => {
  expect(readers(text)).toEqual(expected)
})
