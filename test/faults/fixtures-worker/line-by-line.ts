import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

// Knows nothing of ids: what a command hook would read and print, one line after the other.
for await (const line of createInterface({ input: process.stdin })) {
  const [word, ...rest] = JSON.parse(line).tool_input.command.split(' ')
  if (word === 'late') await sleep(200)
  console.log(JSON.stringify(answer(word === 'late' ? rest[0] : word, rest.join(' '))))
}

function answer(word: string, reason: string): object {
  if (word === 'deny') return { decision: 'deny', reason }
  if (word === 'allow') return { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } }
  return word === 'rewrite' ? { updatedInput: { command: 'rewritten' } } : {}
}
