import { expect, test } from 'vitest'
import { parseReview } from './parse-review.ts'

const yes = { allow: true, feedback: 'done' }
const no = { allow: false, feedback: 'more' }

test.each([
  ['plain JSON', '{"allow_stop": true, "feedback": "done"}', yes, 'exact'],
  ['blanks around it', '\n\n  {"allow_stop": false, "feedback": "  more  "}\n', no, 'exact'],
  ['further keys', '{"allow_stop": true, "feedback": "done", "score": 3}', yes, 'exact'],
  ['a trailing comma', '{"allow_stop": true, "feedback": "done",}', yes, 'repaired'],
  ['keys without quotes', '{allow_stop: true, feedback: "done"}', yes, 'repaired'],
  ['single quotes', "{'allow_stop': false, 'feedback': 'more'}", no, 'repaired'],
  ['comments', '{"allow_stop": true, // it may\n "feedback": "done" /* really */}', yes, 'repaired'],
  ["Python's words", "{'allow_stop': True, 'feedback': 'done', 'next': None}", yes, 'repaired'],
  ["Python's None as feedback", "{'allow_stop': False, 'feedback': None}", { allow: false, feedback: '' }, 'repaired'],
  ['a cut object', '{"allow_stop": false, "feedback": "more"', no, 'repaired'],
  ['a cut text', '{"allow_stop": false, "feedback": "more', no, 'repaired'],
  ['a cut list inside', '{"allow_stop": false, "feedback": "more", "steps": ["a", "b', no, 'repaired'],
  ['a list around it', '[{"allow_stop": true, "feedback": "done"}', yes, 'repaired'],
  ['a fenced block in prose', 'I looked.\n```json\n{"allow_stop": true, "feedback": "done"}\n```\nBye.', yes, 'exact'],
  ['a fence that does not end', 'So:\n```json\n{"allow_stop": true, "feedback": "done"}', yes, 'exact'],
  ['a block in need of repair', '```\n{allow_stop: false, feedback: "more",}\n```', no, 'repaired'],
  ['an object on its own lines', 'I looked.\n{"allow_stop": true, "feedback": "done"}\nBye.', yes, 'exact'],
  ['a spread object behind words', 'So:\n{\n  "allow_stop": false,\n  "feedback": "more"\n}', no, 'exact'],
  ['a no inside a sentence', 'I say {"allow_stop": false, "feedback": "more"} here.', no, 'exact'],
] as const)('reads %s', (_, text, { allow, feedback }, reading) => {
  expect(parseReview(text)).toEqual({ allow, feedback, reading })
})

test('takes the last block that holds an answer', () => {
  const block = (body: string): string => `\`\`\`json\n${body}\n\`\`\`\n`
  const text = [
    block('{"allow_stop": true, "feedback": "first"}'),
    block('{"allow_stop": false, "feedback": "last"}'),
    block('{"other": 1}'),
  ].join('text\n')
  expect(parseReview(text)).toEqual({ allow: false, feedback: 'last', reading: 'exact' })
})

test.each([
  ['plain text', 'Looks good to me, it may stop.'],
  ['Chinese text', '测试还没有写完，请继续。'],
  ['a broken beginning', '{broken json'],
  ['no feedback', '{"allow_stop": true}'],
  ['no decision', '{"feedback": "done"}'],
  ['a decision in words', '{"allow_stop": "true", "feedback": "done"}'],
  ['a decision as a number', '{"allow_stop": 1, "feedback": "done"}'],
  ['two decisions', '{"allow_stop": false, "allow_stop": true, "feedback": "done"}'],
  ['a yes inside a sentence', 'Only {"allow_stop": true, "feedback": "done"} would be wrong here.'],
  ['a number', '42'],
])('takes %s for a no and keeps the text', (_, text) => {
  expect(parseReview(text)).toEqual({ allow: false, feedback: text, reading: 'unreadable' })
})

test('takes nothing for a no', () => {
  for (const text of ['', ' \n\t ']) expect(parseReview(text)).toEqual({ allow: false, feedback: '', reading: 'empty' })
})

test('reads large texts of brackets in time', () => {
  for (const text of ['{'.repeat(200_000), '[\n'.repeat(100_000), '```\n'.repeat(50_000)])
    expect(parseReview(text).allow).toBe(false)
}, 20_000)
