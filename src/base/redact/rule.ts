/** A stretch of text to hide, and the label that stands for it. */
export interface Finding {
  from: number
  to: number
  label: string
  /** Hides more than was needed to recognise the secret. */
  tail?: Tail | undefined
}

/**
 * Looks for a secret that announces itself at `at`. `'more'` when that depends on text that has not arrived; never so when `final`.
 * A rule reads at most {@link contextLength} characters before `at`, and answers the same however the text was cut.
 */
export type Rule = (text: string, at: number, final: boolean) => Finding | 'more' | undefined

/** Moves on from `from` while the secret goes on; `done` when it has ended, otherwise it wants more text. */
export type Tail = (text: string, from: number, final: boolean) => { to: number; done: boolean }

export const contextLength = 160

/** What stands in the place of a secret of no particular kind. */
export const redacted = '[redacted]'
