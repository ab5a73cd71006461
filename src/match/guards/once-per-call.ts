import type { CommandSubject } from './guard-pack.ts'

/**
 * Makes a question about a whole call that is answered once, however many commands of it ask; else a long chain would cost
 * the square of its length. The answer must not depend on which command asks.
 */
export function oncePerCall<T>(answer: (subject: CommandSubject) => T): (subject: CommandSubject) => T {
  const answers = new WeakMap<readonly unknown[], { answer: T }>()
  return (subject) => {
    const known = answers.get(subject.all)
    if (known !== undefined) return known.answer
    const found = answer(subject)
    answers.set(subject.all, { answer: found })
    return found
  }
}
