import { hookVariants, nativeConfigShape } from '../../src/protocol/native-config-shape.ts'
import type { Field, Shape } from '../../src/protocol/schema/field.ts'
import { eventKeys } from '../../src/protocol/schemas.ts'
import { code, fieldTable, page } from './markdown.ts'

/** The reference of the native configuration. */
export function configPage(): string {
  const shape = nativeConfigShape()
  const keys = eventKeys()
  const common = commonOptions()
  return page([
    '# Native configuration',
    'One object, the same in code, JSON, JSONC and TOML. A file holds the object itself, or `{"hooks": {…}}`. A key that is not listed here is an error that names the nearest valid one. JSON Schema: [`hooks.schema.json`](../../schemas/hooks.schema.json).',
    '## Settings',
    required(omit(shape, keys)),
    ...innerTables(omit(shape, keys)),
    '## Events',
    `A list of groups, in the order in which they run, under each of: ${keys.map(code).join(', ')}. In code a function may stand where a group stands.`,
    '## Group',
    required(groupShape(shape, keys)),
    ...innerTables(groupShape(shape, keys)),
    '## Options of every hook',
    required(pick(hookVariants.command, common)),
    ...innerTables(pick(hookVariants.command, common)),
    ...Object.entries(hookVariants).flatMap(([type, variant]) => [
      `## Hooks of type \`${type}\``,
      required(omit(variant, common)),
    ]),
  ])
}

function required(shape: Shape): string {
  return fieldTable(shape, { always: 'required' })
}

/** Names of the fields that every kind of hook has, its type aside. */
function commonOptions(): string[] {
  const [first, ...others] = Object.values(hookVariants) as Shape[]
  const everywhere = Object.keys(first!).filter((name) => others.every((other) => Object.hasOwn(other, name)))
  return everywhere.filter((name) => name !== 'type')
}

function groupShape(shape: Shape, keys: readonly string[]): Shape {
  const list = shape[keys[0]!]!
  const group = [list].flatMap(objectsWithin)[0]
  if (!group) throw new Error('the events of a configuration hold no groups')
  return group
}

/** A table for every object that stands inside one of the fields. */
function innerTables(shape: Shape): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    if (field.kind === 'list' && field.item.kind === 'either' && name === 'hooks') return []
    return objectsWithin(field).flatMap((inner) => [`### \`${name}\``, required(inner)])
  })
}

function objectsWithin(field: Field): Shape[] {
  switch (field.kind) {
    case 'object':
      return [field.fields]
    case 'list':
    case 'record':
      return objectsWithin(field.item)
    case 'either':
      return field.options.flatMap(objectsWithin)
    default:
      return []
  }
}

function omit(shape: Shape, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)))
}

function pick(shape: Shape, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)))
}
