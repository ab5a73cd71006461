// A worker that does what the command of the tool call tells it to.
import { serve } from '../../../src/worker/index.ts'

const started = Date.now()

serve(async (input, { signal }) => {
  const [what = '', ...words] = String(input['tool_input'].command).split(' ')
  switch (what) {
    case 'deny':
      return { decision: 'deny', reason: words.join(' ') }
    case 'allow':
      return { hookSpecificOutput: { permissionDecision: 'allow' } }
    case 'pid':
      return { systemMessage: String(process.pid) }
    case 'env':
      return { systemMessage: JSON.stringify(process.env) }
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, Number(words[0])))
      return { systemMessage: `waited ${words[0]}` }
    case 'hang':
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ decision: 'deny' })))
    case 'block':
      for (;;) if (Date.now() < started) break
      return undefined
    case 'throw':
      throw new Error('broken on purpose')
    case 'exit':
      process.exit(Number(words[0]))
      break
    case 'die':
      process.kill(process.pid, 'SIGKILL')
      await new Promise(() => undefined)
      break
    case 'print':
      console.log('a line for people')
      return { decision: 'deny', reason: 'printed' }
    case 'size':
      return { systemMessage: String(String(input['tool_input'].content).length) }
  }
  return undefined
})
