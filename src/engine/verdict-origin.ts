import type { Verdict } from '../protocol/verdict.ts'

/** Where a verdict comes from: what its own fields do not say, because hosts compare and store them. */
export interface VerdictOrigin {
  /** The firing that led to it. */
  readonly firing: string
  /** Every text for the model with the hook that gave it, in the order of `verdict.context`. */
  readonly context: readonly { readonly hook: string; readonly text: string }[]
}

const origins = new WeakMap<Verdict, () => VerdictOrigin>()

/** Notes where a verdict comes from; it is worked out only when somebody asks. */
export function noteOrigin(verdict: Verdict, origin: () => VerdictOrigin): void {
  origins.set(verdict, origin)
}

/** Where a verdict comes from; undefined for one that no hook had a part in, or that was copied. */
export function originOf(verdict: Verdict): VerdictOrigin | undefined {
  return origins.get(verdict)?.()
}
