import { findAssigned } from './assigned-values.ts'
import { findFlagValue } from './flag-values.ts'
import type { KnownValues } from './known-values.ts'
import { contextLength, type Finding, redacted, type Tail } from './rule.ts'
import { indexRules } from './rule-index.ts'
import { secretShapes, toRule } from './secret-shapes.ts'
import { findUrlPassword } from './url-passwords.ts'

/**
 * Hides secrets in a text that arrives in pieces. Goes through the text once, position by position; a decision is made only when
 * enough text is there to make it, so the output is the same however the text was cut. Holds back no more than the longest
 * known secret or about a thousand characters, and only where a secret may have begun.
 */
export class SecretFilter {
  readonly #known: KnownValues
  #text = ''
  /** All before it has been decided. */
  #at = 0
  /** All before it is hidden or was returned. */
  #covered = 0
  #tail: Tail | undefined
  /** How far the tail has come. A known secret that overlaps may have covered more. */
  #tailAt = 0

  constructor(known: KnownValues) {
    this.#known = known
  }

  /** Takes more text, or with `final` the last of it, and returns what has been decided. */
  write(chunk: string, options: { final?: boolean } = {}): string {
    this.#text = this.#text === '' ? chunk : this.#text + chunk
    const output = this.#decide(options.final === true)
    const cut = Math.max(0, this.#at - contextLength)
    this.#text = this.#text.slice(cut)
    this.#at -= cut
    this.#covered -= cut
    this.#tailAt -= cut
    return output
  }

  #decide(final: boolean): string {
    const text = this.#text
    const known = this.#known
    let output = ''
    let at = this.#at
    let covered = this.#covered
    let plainFrom = Math.max(at, covered)
    for (; at < text.length; at++) {
      if (this.#tail && at === this.#tailAt) {
        const { to, done } = this.#tail(text, at, final)
        this.#tailAt = to
        if (to > covered) covered = plainFrom = to
        if (done) this.#tail = undefined
        else if (to === at) break
      }
      const length = known.matchAt(text, at, final)
      if (length === 'more') break
      if (length > 0) {
        if (at >= covered) output += text.slice(plainFrom, at) + redacted
        if (at + length > covered) covered = plainFrom = at + length
      }
      if (at < covered) continue
      const finding = findByLook(text, at, final)
      if (finding === 'more') break
      if (finding === undefined) continue
      output += text.slice(plainFrom, finding.from) + finding.label
      at = finding.from - 1
      covered = plainFrom = finding.to
      this.#tail = finding.tail
      this.#tailAt = finding.to
    }
    this.#at = at
    this.#covered = covered
    return output + text.slice(plainFrom, Math.max(plainFrom, at))
  }
}

function findByLook(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  const rules = findRules(text.charCodeAt(at), text.charCodeAt(at + 1))
  if (rules === undefined) return undefined
  let undecided = false
  for (const rule of rules) {
    const finding = rule(text, at, final)
    if (finding === 'more') undecided = true
    // A rule further down the list counts only once those above it have made up their mind.
    else if (finding !== undefined) return undecided ? 'more' : finding
  }
  return undecided ? 'more' : undefined
}

const findRules = indexRules([
  ...secretShapes.map(toRule),
  { starts: [':'], rule: findUrlPassword },
  { starts: [':', '='], rule: findAssigned },
  { starts: ['-'], rule: findFlagValue },
])
