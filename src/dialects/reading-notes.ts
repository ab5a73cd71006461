import { basename } from 'node:path'
import { type ErrorCode, HookError, type Place } from '../base/errors.ts'
import { formatPath } from '../base/json/format-path.ts'
import type { Issue, Path } from '../protocol/schema/check.ts'
import type { Source } from '../protocol/source.ts'
import type { ConfigReading, ReadingContext, ReadSettings } from './config-reading.ts'

/** Whether the place meant is a key itself or the value that stands under it. */
export type Aim = 'key' | 'value'

interface NoteText {
  message: string
  hint?: string
  aim?: Aim
  /** The place to show, when nothing stands at the path itself. */
  at?: Path
}

/** Collects everything that is wrong with or worth telling about one configuration, each with its place. */
export class ReadingNotes {
  readonly problems: HookError[] = []
  readonly notices: HookError[] = []
  readonly unsupported: ConfigReading['unsupported'] = []
  readonly context: ReadingContext

  constructor(context: ReadingContext) {
    this.context = context
  }

  /** Where a path stands in the document. */
  place(path: Path, { aim = 'value', at = path }: { aim?: Aim; at?: Path } = {}): Place {
    const spot = this.context.locate?.(at, aim === 'key' ? { key: true } : {})
    return {
      ...(this.context.file !== undefined && { file: this.context.file }),
      ...(spot && { line: spot.line, column: spot.column }),
      ...(path.length > 0 && { path: formatPath(path) }),
    }
  }

  /** The source of a hook written at this path. */
  source(path: Path): Source {
    return { ...this.place(path), layer: this.context.layer, trusted: this.context.trusted }
  }

  /** What the ids of unnamed hooks begin with. */
  label(): string {
    const { label, layer, file } = this.context
    if (label !== undefined) return label
    if (file === undefined) return layer
    return layer === 'config' ? basename(file) : `${layer}/${basename(file)}`
  }

  /** Adds a problem: nothing of the configuration will be used. */
  refuse(code: ErrorCode, path: Path, text: NoteText): void {
    this.problems.push(this.#error(code, path, text))
  }

  /** Adds something worth telling that stops nothing. */
  announce(code: ErrorCode, path: Path, text: NoteText): void {
    this.notices.push(this.#error(code, path, text))
  }

  /** Adds what the shape checker found. */
  refuseIssues(issues: readonly Issue[]): void {
    for (const issue of issues) this.#refuseIssue(issue)
  }

  /** Adds a value that is not what was expected. */
  refuseValue(path: Path, text: { found: string; expected: string; hint?: string }): void {
    this.refuse('CONFIG_INVALID_VALUE', path, {
      message: `${nameOf(path)}: found ${text.found}, expected ${text.expected}.`,
      ...(text.hint !== undefined && { hint: text.hint }),
    })
  }

  /** Adds a value that should be there; shown at the object that lacks it. */
  refuseMissing(path: Path, text: { expected: string; hint?: string }): void {
    this.refuse('CONFIG_INVALID_VALUE', path, {
      message: `${nameOf(path)} is missing, expected ${text.expected}.`,
      at: path.slice(0, -1),
      ...(text.hint !== undefined && { hint: text.hint }),
    })
  }

  /** Runs a compiler of patterns or rules; its complaint becomes a problem at the path, and the result undefined. */
  attempt<T>(path: Path, compile: () => T): T | undefined {
    try {
      return compile()
    } catch (error) {
      if (!(error instanceof HookError)) throw error
      this.refuse(error.code, path, { message: `${nameOf(path)}: ${error.message}`, hint: error.hint })
      return undefined
    }
  }

  /** The reading: whatever was refused, nothing is half loaded. */
  finish(hooks: ConfigReading['hooks'], settings: ReadSettings): ConfigReading {
    const { problems, notices, unsupported } = this
    if (problems.length > 0) return { hooks: [], settings: defaultSettings(), unsupported: [], problems, notices: [] }
    return { hooks, settings, unsupported, problems, notices }
  }

  #refuseIssue({ path, kind, found, expected, nearest }: Issue): void {
    const didYouMean = nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` }
    if (kind === 'unknownKey') {
      const parent = path.slice(0, -1)
      const known = expected.replace(/^one of /, '')
      this.refuse('CONFIG_UNKNOWN_KEY', path, {
        message: `Unknown key ${found} in ${nameOf(parent)}${nearest === undefined ? '' : `; the nearest valid name is "${nearest}"`}.`,
        hint: nearest === undefined ? `Valid here: ${known}.` : `Did you mean "${nearest}"? Valid here: ${known}.`,
        aim: 'key',
      })
    } else if (kind === 'missing') {
      this.refuseMissing(path, { expected })
    } else {
      this.refuseValue(path, { found, expected, ...didYouMean })
    }
  }

  #error(code: ErrorCode, path: Path, text: NoteText): HookError {
    return new HookError(code, text.message, {
      place: this.place(path, text),
      ...(text.hint !== undefined && { hint: text.hint }),
    })
  }
}

/** The settings of a configuration that sets nothing. */
export function defaultSettings(): ReadSettings {
  return { enabled: true, overrides: {}, permissions: { allow: [], ask: [], deny: [] }, guards: [] }
}

function nameOf(path: Path): string {
  return path.length === 0 ? 'the configuration' : formatPath(path)
}
