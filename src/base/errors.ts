/**
 * Every error a caller of Hookline can meet, in one table: the code, what it means, what to do.
 * `docs/reference/errors.md` is generated from it; a test checks that every code is used and documented.
 */
export const errorTable = {
  CONFIG_NOT_FOUND: {
    means: 'A configuration file that was named does not exist.',
    remedy: 'Check the path; it is resolved against the working directory.',
  },
  CONFIG_UNREADABLE: {
    means:
      'A configuration file exists but cannot be read: a directory, a device, too large, not UTF-8, or no permission.',
    remedy: 'Point at a regular UTF-8 file of at most 4 MiB that this user may read.',
  },
  CONFIG_CHANGED: {
    means: 'Hooks of a user file are not those of the last session. Told once; they run all the same.',
    remedy: 'If it was not you who changed the file, look at it: other programs may have registered a hook.',
  },
  CONFIG_SYNTAX: {
    means: 'A configuration file is not valid JSON, JSONC or TOML.',
    remedy: 'Mend the text at the given line and column. Nothing of the file was loaded.',
  },
  CONFIG_UNKNOWN_KEY: {
    means: 'A hooks section holds a key that Hookline does not know.',
    remedy: 'Use the nearest valid name given in the message, or remove the key.',
  },
  CONFIG_INVALID_VALUE: {
    means: 'A value in the configuration has the wrong type or is out of range.',
    remedy: 'Use a value of the kind the message says was expected.',
  },
  CONFIG_INVALID_PATTERN: {
    means: 'A matcher, pattern or permission rule cannot be compiled.',
    remedy:
      'Mend the pattern at the given position; look-around and back-references are not available in native files.',
  },
  EVENT_UNKNOWN: {
    means: 'An event name is not in the event table.',
    remedy: 'Use one of the names that `hookline events` prints.',
  },
  EVENT_INVALID_INPUT: {
    means: 'The input given for an event does not fit its schema.',
    remedy: 'Give the fields that `hookline schema <event>` lists, with those types.',
  },
  MODEL_NO_PROVIDER: {
    means: 'No model provider was named and the environment holds the key of none.',
    remedy: 'Set one of the variables that the message names, or give `provider`.',
  },
  MODEL_NO_KEY: {
    means: 'A model provider was named, but there is no key for it.',
    remedy: 'Set the variable that the message names, or give `apiKey`.',
  },
  GUARD_UNPROVED: {
    means: "A guard does not do what its samples say, or has no sample at all, and `prove: 'load'` was asked for.",
    remedy: 'Run `hookline test` to see every sample; mend the guard, or add samples under mustDeny.',
  },
  SESSION_NOT_FOUND: {
    means: 'A session was to be resumed or forked, but nothing of it is stored here.',
    remedy: 'Check the id, `cwd` and `storage`: sessions are kept by the folder they worked in.',
  },
  SESSION_IN_USE: {
    means: 'A session belongs to another process, or to another session object of this one.',
    remedy: 'End it there, or fork it. If its machine is gone for good, remove the lock file that the error names.',
  },
  TRUST_STORE_UNSAFE: {
    means:
      'What was approved is kept where others could write it: a link, a foreign owner, a loose mode, or such a folder.',
    remedy: 'Mend owner and mode of the path that the error names; nothing is approved until then.',
  },
  STATE_UNSAFE: {
    means:
      'A file or folder that would be written is a link, is not what it should be, belongs to another user, or can be written by others. It was left alone.',
    remedy: 'Look at the path that the message names, and remove it or mend its owner and mode.',
  },
  STATE_UNUSABLE: {
    means:
      'A file with state of Hookline is no database of ours, is damaged, or another process does not let go of it.',
    remedy: 'The message says which. Try again when another process holds it; else move the file that it names away.',
  },
  FILE_REFUSED: {
    means: 'The system refused to read or write a file or folder: no permission, a read-only disk, no room.',
    remedy:
      'Look at the path that the message names. What Hookline keeps itself lies in HOME, or where XDG_STATE_HOME and XDG_CONFIG_HOME say.',
  },
  PAGE_UNAVAILABLE: {
    means: 'The live page cannot be served: its port cannot be had, or the page itself is missing.',
    remedy: 'Choose another port, or none; install the package again if its files are missing.',
  },
  RECORD_NOT_FOUND: {
    means: 'What was asked for is in no record: no such session, no such event of it, or no records at all.',
    remedy: 'Run `hookline trace` for the sessions that are recorded, and check --records, --project and the time.',
  },
  RECURSION: {
    means:
      'An agent was not started, or hooks did not run: they would stand too deep below hooks that have started them, or be too many.',
    remedy:
      'Keep the hook that the message names from starting Hookline or an agent at an event that they fire themselves.',
  },
  USAGE: {
    means: 'The command line was called in a way it does not understand.',
    remedy: 'Run the command with --help.',
  },
} as const satisfies Record<string, { means: string; remedy: string }>

export type ErrorCode = keyof typeof errorTable

/** Where in a file something was found; lines and columns count from 1. */
export interface Place {
  file?: string
  line?: number
  column?: number
  /** Dotted path inside the document, such as `PreToolUse[0].hooks[1].timeout`. */
  path?: string
}

/** The one error class that crosses the public edge. It never carries a secret: text that may hold one is redacted first. */
export class HookError extends Error {
  override readonly name = 'HookError'
  readonly code: ErrorCode
  readonly hint: string
  readonly place: Place

  constructor(code: ErrorCode, message: string, options: { hint?: string; place?: Place; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint ?? errorTable[code].remedy
    this.place = options.place ?? {}
  }

  /** The shape printed under `--json`. */
  toJSON(): { code: ErrorCode; message: string; hint: string } & Place {
    return { code: this.code, message: this.message, hint: this.hint, ...this.place }
  }
}

/** `file:line:column`, as far as it is known. */
export function formatPlace(place: Place): string {
  const parts = [place.file ?? '', place.line ?? '', place.column ?? ''].filter((part) => part !== '')
  return parts.join(':')
}
