import type { ObservedStep } from '../../protocol/ports.ts'

/** Tells what is not in force: notices about the configuration, and hooks that cannot run. Each is told once. */
export class StartNotices {
  readonly #told = new Set<string>()
  readonly #idle = new Map<string, { count: number; why: string }>()
  #untrusted = 0
  #waiting: string[] | null = []
  #show: (text: string) => void = () => {}

  readonly observe = (step: ObservedStep): void => {
    if (step.type === 'notice') this.#tell([step.message, step.hint].filter(Boolean).join(' '))
    if (step.type === 'hookIdle') this.#count(step)
  }

  /** How many hooks did not run because nobody has approved them. */
  get untrusted(): number {
    return this.#untrusted
  }

  /** Everything that was noticed so far, and from now on what comes. */
  start(show: (text: string) => void): string[] {
    this.#show = show
    const idle = [...this.#idle].map(([file, { count, why }]) => {
      const hooks = count === 1 ? '1 hook' : `${count} hooks`
      return `${hooks} of ${file} will not run: ${why}`
    })
    const texts = [...(this.#waiting ?? []), ...idle]
    this.#waiting = null
    for (const text of texts) show(text)
    return texts
  }

  #tell(text: string): void {
    if (this.#told.has(text)) return
    this.#told.add(text)
    if (this.#waiting) this.#waiting.push(text)
    else this.#show(text)
  }

  #count({ hook, why }: Extract<ObservedStep, { type: 'hookIdle' }>): void {
    const key = `${hook.id} ${why}`
    if (this.#told.has(key)) return
    this.#told.add(key)
    const reason = hook.idle?.why
    if (reason === 'untrusted') this.#untrusted++
    if (reason === undefined || this.#waiting === null) {
      this.#tell(`the hook ${hook.id} will not run: ${why}`)
      return
    }
    const file = `${hook.source.file ?? hook.source.layer} (${reason})`
    const known = this.#idle.get(file)
    this.#idle.set(file, { count: (known?.count ?? 0) + 1, why: hook.idle!.detail })
  }
}
