#!/usr/bin/env node
import { startProgram } from './start-program.ts'

await startProgram(async () => (await import('./command-table.ts')).hookline)
