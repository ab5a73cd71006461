/** Entries as tables of an array, `[[name]]`, a blank line between them. */
export function writeTomlTables(
  tables: readonly { name: string; fields: Readonly<Record<string, unknown>> }[],
): string {
  return tables.map(({ name, fields }) => `[[${name}]]\n${writeFields(fields)}`).join('\n')
}

function writeFields(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([key, value]) => `${writeKey(key)} = ${writeValue(value)}\n`)
    .join('')
}

function writeValue(value: unknown): string {
  if (typeof value === 'string') return writeText(value)
  if (Array.isArray(value)) return `[${value.map(writeValue).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${writeKey(key)} = ${writeInline(member)}`)
    return `{ ${members.join(', ')} }`
  }
  return String(value)
}

function writeInline(value: unknown): string {
  return typeof value === 'string' ? writeBasic(value) : writeValue(value)
}

function writeKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : writeBasic(key)
}

// A command of several lines stays readable, where nothing in it needs an escape.
function writeText(text: string): string {
  const isLiteral =
    text.includes('\n') && !text.includes("''") && !/[\0-\x08\x0b-\x1f\x7f]/.test(text) && !text.endsWith("'")
  return isLiteral && text.isWellFormed() ? `'''\n${text}'''` : writeBasic(text)
}

// JSON's escapes are TOML's; what JSON leaves bare and TOML does not is added. A lone surrogate is no text in TOML.
function writeBasic(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\x7f', '\\u007f')
}
