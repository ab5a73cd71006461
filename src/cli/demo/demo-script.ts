import type { ScriptRequest, ScriptStep } from '../../models/model-types.ts'

/** The embedded model of the demo: it answers the agent, its sub-agent, and the hooks that ask a model. */
export function playDemo({ messages, step }: ScriptRequest): ScriptStep {
  const first = JSON.stringify(messages[0])
  if (first.includes('May this file be written')) return approve
  if (first.includes('Is the result of this task right')) return step === 0 ? lookAtSum : taskIsRight
  if (JSON.stringify(messages.at(-1)).includes('Summarize this conversation')) return summary
  if (first.includes(errand)) return subagent[step] ?? {}
  return agent[step] ?? {}
}

const errand = 'Find the file that adds numbers'

const call = (id: string, name: string, input: Record<string, unknown>, text?: string): ScriptStep => ({
  ...(text !== undefined && { text }),
  toolCalls: [{ id, name, input }],
  usage: { inputTokens: 400, outputTokens: 40 },
})

const agent: readonly ScriptStep[] = [
  call('delete', 'Bash', { command: 'cd hooks && rm -rf ../build' }, 'I start by cleaning up.'),
  call('deploy', 'Bash', { command: 'echo deploying to production' }, 'Then I deploy what is there.'),
  call('settings', 'Read', { file_path: 'settings.env' }, 'Let me look at the settings.'),
  call('missing', 'Read', { file_path: 'NOTES.md' }, 'And at the notes.'),
  call('notes', 'Write', { file_path: 'NOTES.md', content: '# Notes\n' }, 'There are none, I begin some.'),
  call(
    'errand',
    'Task',
    { description: 'find sum', prompt: errand, subagent_type: 'Explore' },
    'Somebody finds the sum.',
  ),
  { text: 'Everything is done.', usage: { inputTokens: 500, outputTokens: 10 } },
  call('mend', 'Edit', { file_path: 'sum.js', old_string: 'a - b', new_string: 'a + b' }, 'I mend it.'),
  { text: 'The sum is right, and the tests pass.', usage: { inputTokens: 600, outputTokens: 20 } },
]

const subagent: readonly ScriptStep[] = [
  call('grep', 'Grep', { pattern: 'sum', output_mode: 'files_with_matches' }),
  { text: 'It is sum.js.' },
]

const approve: ScriptStep = {
  text: '{"permissionDecision": "allow", "permissionDecisionReason": "It is a new file of notes inside the project."}',
}

const lookAtSum: ScriptStep = call('look', 'Read', { file_path: 'sum.js' })

const taskIsRight: ScriptStep = { text: '{"blockCompletion": false}' }

const summary: ScriptStep = { text: 'The sum was mended and the tests pass.' }
