import type { Dialect } from '../../protocol/dialect.ts'

type Input = Readonly<Record<string, unknown>>

const pair = ['file_path', 'path'] as const

/**
 * A tool's input with `file_path` beside `path`: whichever the tool has, the other is added right behind it with the same
 * value. An input with both, or with neither, stays as it is.
 */
export function addPathAlias(_toolName: string, input: Input): Record<string, unknown> {
  const own = pair.filter((name) => Object.hasOwn(input, name))
  if (own.length !== 1) return { ...input }
  const alias = own[0] === 'path' ? 'file_path' : 'path'
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      name === own[0]
        ? [
            [name, value],
            [alias, value],
          ]
        : [[name, value]],
    ),
  )
}

/**
 * A rewritten input under the tool's own name again: of the two names the changed one wins. When both were changed
 * differently that is a conflict, and the tool's own name wins.
 */
export const readPathAlias: Dialect['readToolInput'] = ({ seen, rewritten }) => {
  const names = findAlias(seen)
  if (!names) return { input: { ...rewritten }, conflicts: [] }
  const { own, alias } = names
  const written = Object.keys(rewritten).filter((name) => name === own || name === alias)
  const changed = written.filter((name) => !isSame(rewritten[name], seen[name]))
  const winner = changed.includes(own) ? own : (changed[0] ?? written[0])
  const input = Object.fromEntries(
    Object.entries(rewritten).flatMap(([name, value]) => {
      if (name !== own && name !== alias) return [[name, value]]
      return name === winner ? [[own, value]] : []
    }),
  )
  const isConflict = changed.length === 2 && !isSame(rewritten[own], rewritten[alias])
  return { input, conflicts: isConflict ? [own] : [] }
}

// The alias stands behind the tool's own name, with its value: that tells which is which.
function findAlias(seen: Input): { own: string; alias: string } | undefined {
  const [own, alias] = Object.keys(seen).filter((name) => name === 'path' || name === 'file_path')
  if (own === undefined || alias === undefined || !isSame(seen[own], seen[alias])) return undefined
  return { own, alias }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
