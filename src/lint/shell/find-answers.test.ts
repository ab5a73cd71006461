import { expect, test } from 'vitest'
import { findAnswers, writesDeny } from './find-answers.ts'

test.each([
  [`echo '{"decision": "deny"}'`, [['decision', 'deny']]],
  [`echo "{\\"permissionDecision\\":\\"ask\\"}"`, [['permissionDecision', 'ask']]],
  [
    `jq -n '{hookSpecificOutput: {hookEventName: "Stop", decision: "block"}}'`,
    [
      ['hookEventName', 'Stop'],
      ['decision', 'block'],
    ],
  ],
  [`print(json.dumps({'decision': 'allow'}))`, [['decision', 'allow']]],
  [`return { decision: { behavior: 'deny' } }`, [['behavior', 'deny']]],
])('finds the answers in %s', (text, expected) => {
  expect(findAnswers({ text }).map(({ field, value }) => [field, value])).toEqual(expected)
})

test.each([
  'jq -r .decision',
  'if (x.decision === "deny") return',
  'decision="deny"',
  `echo "{\\"decision\\": \\"$WORD\\"}"`,
  '{"my_decision": "x"}',
  'lastDecision: "x"',
])('finds none in %s', (text) => {
  expect(findAnswers({ text })).toEqual([])
})

test('knows a refusal in any spelling', () => {
  const texts = [
    '{"decision":"block"}',
    '{"permissionDecision":"deny"}',
    '{"decision":"ask"}',
    '{"hookEventName":"deny"}',
  ]
  expect(texts.map((text) => writesDeny({ text }))).toEqual([true, true, false, false])
})
