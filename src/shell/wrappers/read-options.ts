import type { Field } from '../context.ts'

/** Which options a command has: letters, and long names without dashes. What is in neither list may or may not take a value. */
export interface OptionTable {
  flags?: string
  valued?: string
  longFlags?: readonly string[]
  longValued?: readonly string[]
  /** `-5` is an option too. */
  digits?: true
  /** Options may follow operands, as in GNU programs that do not run another command. */
  permuted?: true
}

export interface ReadOptions {
  options: { name: string; value?: Field }[]
  operands: Field[]
  /** The first word that may have been an option with or without a value, or something only known at run time. */
  doubt?: Field
}

/** Splits arguments into options and operands. Stops at the first operand unless options may follow. */
export function readOptions(args: Field[], table: OptionTable): ReadOptions {
  const read: ReadOptions = { options: [], operands: [] }
  let index = 0
  while (index < args.length) {
    const arg = args[index]
    if (arg === undefined) break
    index++
    const { value } = arg
    if (value === null) read.doubt ??= arg
    if (value === '--') break
    if (value === null || !/^-./.test(value)) {
      read.operands.push(arg)
      if (table.permuted) continue
      break
    }
    if (table.digits && /^-\d+$/.test(value)) continue
    index += value.startsWith('--')
      ? readLong(value.slice(2), arg, { args, index, table, read })
      : readShort(value, arg, { args, index, table, read })
  }
  read.operands.push(...args.slice(index))
  return read
}

interface Place {
  args: Field[]
  index: number
  table: OptionTable
  read: ReadOptions
}

/** Returns how many further arguments the option consumed. */
function readLong(text: string, arg: Field, { args, index, table, read }: Place): number {
  const equals = text.indexOf('=')
  if (equals !== -1) {
    read.options.push({
      name: text.slice(0, equals),
      value: { ...arg, value: text.slice(equals + 1), template: text.slice(equals + 1) },
    })
    return 0
  }
  if (table.longValued?.includes(text)) {
    const value = args[index]
    read.options.push(value ? { name: text, value } : { name: text })
    return 1
  }
  if (!table.longFlags?.includes(text)) read.doubt ??= arg
  read.options.push({ name: text })
  return 0
}

function readShort(text: string, arg: Field, { args, index, table, read }: Place): number {
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (table.valued?.includes(letter)) {
      const rest = text.slice(at + 1)
      if (rest !== '') {
        read.options.push({ name: letter, value: { ...arg, value: rest, template: rest } })
        return 0
      }
      const value = args[index]
      read.options.push(value ? { name: letter, value } : { name: letter })
      return 1
    }
    if (!table.flags?.includes(letter)) read.doubt ??= arg
    read.options.push({ name: letter })
  }
  return 0
}
