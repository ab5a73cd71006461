type Schema = Readonly<Record<string, unknown>>

/** The keywords that the checker honours; any other in a schema is an error, so that nothing passes unchecked. */
const annotations = new Set(['$schema', '$defs', 'title', 'description', 'examples'])

/** Problems of a value under a JSON Schema (the keywords that Hookline writes), as `path: what`. Throws on other keywords. */
export function checkJsonSchema(schema: Schema, value: unknown): string[] {
  return checkAt(schema, value, '$')

  function checkAt(part: Schema, given: unknown, at: string): string[] {
    return Object.entries(part).flatMap(([keyword, rule]) => {
      if (annotations.has(keyword)) return []
      return checkKeyword(keyword, rule, { part, given, at })
    })
  }

  function checkKeyword(keyword: string, rule: unknown, { part, given, at }: Spot): string[] {
    switch (keyword) {
      case '$ref':
        return checkAt(resolveReference(schema, rule as string), given, at)
      case 'type':
        return isType(given, rule as string) ? [] : [`${at}: is no ${rule}`]
      case 'enum':
        return (rule as unknown[]).includes(given) ? [] : [`${at}: is none of ${(rule as unknown[]).join(', ')}`]
      case 'anyOf':
        return (rule as Schema[]).some((option) => checkAt(option, given, at).length === 0) ? [] : [`${at}: fits none`]
      case 'properties':
        return ownEntries(given).flatMap(([name, item]) => {
          const own = (rule as Record<string, Schema>)[name]
          return own === undefined ? [] : checkAt(own, item, `${at}.${name}`)
        })
      case 'required':
        return (rule as string[]).filter((name) => !hasOwn(given, name)).map((name) => `${at}.${name}: is missing`)
      case 'additionalProperties':
        return ownEntries(given)
          .filter(([name]) => !Object.hasOwn(part['properties'] ?? {}, name))
          .flatMap(([name, item]) => {
            if (typeof rule === 'object') return checkAt(rule as Schema, item, `${at}.${name}`)
            return rule === false ? [`${at}.${name}: is unknown`] : []
          })
      case 'items':
        return Array.isArray(given)
          ? given.flatMap((item, index) => checkAt(rule as Schema, item, `${at}[${index}]`))
          : []
      case 'minItems':
        return !Array.isArray(given) || given.length >= (rule as number) ? [] : [`${at}: is too short`]
      case 'minimum':
        return typeof given !== 'number' || given >= (rule as number) ? [] : [`${at}: is below ${rule}`]
      case 'maximum':
        return typeof given !== 'number' || given <= (rule as number) ? [] : [`${at}: is above ${rule}`]
      case 'exclusiveMinimum':
        return typeof given !== 'number' || given > (rule as number) ? [] : [`${at}: is not above ${rule}`]
      case 'pattern':
        return typeof given !== 'string' || new RegExp(rule as string, 'u').test(given)
          ? []
          : [`${at}: has another form`]
      default:
        throw new Error(`the checker does not know the keyword ${keyword}`)
    }
  }
}

interface Spot {
  part: Schema
  given: unknown
  at: string
}

function resolveReference(schema: Schema, reference: string): Schema {
  const steps = reference.split('/').slice(1)
  const target = steps.reduce<unknown>((part, step) => (part as Schema | undefined)?.[step], schema)
  if (!reference.startsWith('#/') || target === undefined) throw new Error(`${reference} leads nowhere`)
  return target as Schema
}

function isType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function ownEntries(value: unknown): [string, unknown][] {
  return isType(value, 'object') ? Object.entries(value as object) : []
}

function hasOwn(value: unknown, name: string): boolean {
  return !isType(value, 'object') || Object.hasOwn(value as object, name)
}
