import { createInterface } from 'node:readline/promises'
import type { RunPlace } from '../run-place.ts'
import type { Menu } from './menu.ts'

/** A menu for terminals that only print: numbered answers, and a line to type. */
export function createPlainMenu({ input, output }: RunPlace): Menu {
  const read = async (question: string, signal: AbortSignal): Promise<string | undefined> => {
    const lines = createInterface({ input, output, terminal: false })
    const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)))
    try {
      return await Promise.race([lines.question(question, { signal }), closed])
    } catch {
      return undefined
    } finally {
      lines.close()
    }
  }
  const readNumbers = async (count: number, ask: string, signal: AbortSignal): Promise<number[] | undefined> => {
    for (;;) {
      const line = await read(ask, signal)
      if (line === undefined) return undefined
      const numbers = line
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number)
      if (numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= count)) return numbers
      output.write(`Please write a number from 1 to ${count}.\n`)
    }
  }
  const list = (message: string, choices: readonly { label: string; hint?: string }[]): void => {
    const rows = choices.map(({ label, hint }, at) => `  ${at + 1}) ${label}${hint ? ` (${hint})` : ''}`)
    output.write(`${[message, ...rows].join('\n')}\n`)
  }
  return {
    async choose(message, choices, signal) {
      list(message, choices)
      for (;;) {
        const numbers = await readNumbers(choices.length, 'Number: ', signal)
        if (numbers === undefined) return undefined
        if (numbers.length === 1) return choices[numbers[0]! - 1]!.value
        output.write('Please write one number.\n')
      }
    },
    async chooseMany(message, choices, signal) {
      list(message, choices)
      const numbers = await readNumbers(choices.length, 'Numbers, with blanks between them: ', signal)
      return numbers?.map((number) => choices[number - 1]!.value)
    },
    ask: (message, { signal }) => read(`${message}: `, signal),
  }
}
