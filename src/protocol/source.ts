import type { Place } from '../base/errors.ts'

/** The layers of configuration, in the order in which their hooks run. */
export const layers = ['managed', 'user', 'project', 'local', 'config', 'code'] as const

export type Layer = (typeof layers)[number]

/** Whether a layer holds files of the project, which anyone who can change the project can write. */
export function isProjectLayer(layer: Layer): boolean {
  return layer === 'project' || layer === 'local'
}

/** Where a hook was written; carries its trust. */
export interface Source extends Place {
  layer: Layer
  /** False for a project file that its owner has not approved: its hooks are shown but never run. */
  trusted: boolean
  /** What the owner of a project approved, for its hooks that may run. */
  approval?: Approval
}

/** An approval by content: it holds as long as the scripts are the same bytes. */
export interface Approval {
  /** `sha256:…` over the definition and the scripts. */
  readonly digest: string
  readonly scripts: readonly { readonly path: string; readonly sha256: string }[]
}

/** `file:line` for hooks from files, `code` otherwise. */
export function describeSource(source: Source): string {
  if (source.file === undefined) return source.layer
  return source.line === undefined ? source.file : `${source.file}:${source.line}`
}
