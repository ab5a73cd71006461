import type { FlagSpecs, FlagValues } from './parse-flags.ts'
import type { Terminal } from './terminal.ts'

/** A program: its name and the commands it knows. */
export interface Program {
  readonly name: string
  /** One sentence. */
  readonly about: string
  readonly commands: readonly CommandEntry[]
}

/** A row of the command table. */
export interface CommandEntry {
  readonly name: string
  /** One sentence, for the list of commands. */
  readonly about: string
  /** Loads the command; a start of the program loads only the one it was called for. */
  load(): Promise<{ default: CommandDefinition }>
}

/** What a command takes and does. */
export interface CommandDefinition<Specs extends FlagSpecs = FlagSpecs> {
  /** What stands after the name, flags left out: `[event]`. */
  readonly usage: string
  readonly flags: Specs
  /** How many plain arguments it takes at most. */
  readonly maxArguments: number
  /** What it prints is laid down by its callers, so that `--json` means nothing to it. */
  readonly hasFixedOutput?: true
  /** Calls that work, each without the program's name. */
  readonly examples: readonly string[]
  /** Does it and gives the exit code. Throws a `HookError` for what its user can mend. */
  run(call: CommandCall<Specs>): Promise<number>
  /**
   * Answers arguments that could not be taken apart, for callers that read exit codes; gives the exit code or throws the
   * error again. Without it the error is printed and gives 1.
   */
  onUsageError?(error: unknown, argv: readonly string[], terminal: Terminal): Promise<number>
}

/** One call of a command. */
export interface CommandCall<Specs extends FlagSpecs = FlagSpecs> {
  readonly flags: FlagValues<Specs> & { readonly json: boolean }
  readonly arguments: readonly string[]
  readonly terminal: Terminal
}

/** Describes a command, so that its flags are typed. */
export function defineCommand<const Specs extends FlagSpecs>(definition: CommandDefinition<Specs>): CommandDefinition {
  return definition as unknown as CommandDefinition
}
