import { copyPlain, stableJson } from '../base/json.ts'

const minted = new WeakSet<Approval>()

/**
 * Leave to run one tool call with one input. Only the permission chain mints it, it is good for the digest of the input
 * that was approved, and it can be redeemed once.
 */
export class Approval {
  readonly toolName: string
  readonly digest: string
  #redeemed = false

  constructor(toolName: string, digest: string) {
    this.toolName = toolName
    this.digest = digest
    Object.freeze(this)
  }

  /** Uses the approval up. Throws when it was not minted here, was used before, or is for another tool or input. */
  redeem(toolName: string, input: unknown): void {
    if (!minted.has(this)) throw new Error('this approval was not minted by the permission chain')
    if (this.#redeemed) throw new Error(`the approval for ${this.toolName} was used before`)
    if (toolName !== this.toolName || digestOf(input) !== this.digest) {
      throw new Error(`the approval is for ${this.toolName} with another input`)
    }
    this.#redeemed = true
  }
}

/** For the permission chain alone: an approval that was made in any other way cannot be redeemed. */
export function mintApproval(toolName: string, input: unknown): Approval {
  const approval = new Approval(toolName, digestOf(input))
  minted.add(approval)
  return approval
}

/**
 * Names an input by its content. Throws for what could say one thing here and another where the tool reads it: getters,
 * proxies, `toJSON`.
 */
export function digestOf(input: unknown): string {
  // Loaded with the first approval: a program that only fires events needs none.
  const { createHash } = process.getBuiltinModule('node:crypto')
  const text = stableJson(copyPlain(input))
  return createHash('sha256').update(text).digest('hex')
}
