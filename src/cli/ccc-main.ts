#!/usr/bin/env node
import { answerAsHook } from './commands/supervisor-entry.ts'

await answerAsHook()
const { startCcc } = await import('./commands/supervisor-program.ts')
await startCcc()
