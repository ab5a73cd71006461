export type { CommandLine, CommandRequest, CommandRunner, Reap } from './command-request.ts'
export { type CommandRunnerOptions, createCommandRunner } from './command-runner.ts'
