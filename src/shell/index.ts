export type { CommandFacts, Redirect, ShellProblem, SimpleCommand, Word } from './command-facts.ts'
export { parseCommand } from './parse-command.ts'
