#!/usr/bin/env node
import { answerAsHook } from './commands/supervisor-entry.ts'
import { startProgram } from './start-program.ts'

await answerAsHook()
await startProgram()
