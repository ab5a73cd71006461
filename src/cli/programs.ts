// One file to load for what every call needs: each further one costs a look-up at start.
export { hookline } from './command-table.ts'
export { runProgram } from './run-program.ts'
export { createTerminal } from './terminal.ts'
