import type { Place } from '../base/errors.ts'
import type { Hook } from '../protocol/hook.ts'
import { isRecord, type Path } from '../protocol/schema/check.ts'
import type { LintedFile } from './linted-file.ts'
import { type HookCode, readHookCode } from './shell/hook-code.ts'

/** A hook with its place in the document and the code it runs. */
export interface LintedHook {
  readonly hook: Hook
  readonly file: LintedFile
  /** Of the entry; undefined for hooks from code. */
  readonly path: Path | undefined
  /** The entry as written; empty for hooks from code. */
  readonly entry: Readonly<Record<string, unknown>>
  /** A counted hook on an event that it can block. */
  readonly isGate: boolean
  /** The command line and the scripts it runs; read when first asked for. */
  readonly code: HookCode
  /** Where a key of the entry stands, or the entry itself. */
  place(key?: string): Place
}

/** Prepares a hook for the checks. */
export function createLintedHook(hook: Hook, file: LintedFile): LintedHook {
  const path = file.findPath(hook.source.path)
  const value = path && file.valueAt(path)
  const entry = isRecord(value) ? value : {}
  let code: HookCode | undefined
  const linted: LintedHook = {
    hook,
    file,
    path,
    entry,
    isGate: !hook.async && !hook.shadow && hook.dialect.can(hook.event, 'block'),
    get code() {
      code ??= readHookCode(linted)
      return code
    },
    place: (key) => {
      if (path === undefined) return { file: file.file }
      return file.place(key === undefined || !Object.hasOwn(entry, key) ? path : [...path, key])
    },
  }
  return linted
}
