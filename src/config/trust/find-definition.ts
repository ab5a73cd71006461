import { isRecord } from '../../protocol/schema/check.ts'

/**
 * What a document says of the hook at a path, whatever the dialect: the names above it (event, matcher), what its group says for
 * all its hooks, and its own entry. Positions in lists are left out: a hook that only moved is the same hook.
 */
export function findDefinition(document: unknown, path: string): unknown {
  const steps = parsePath(path)
  const chain: unknown[] = [document]
  for (const step of steps) chain.push(stepInto(chain.at(-1), step))
  const inGroup = steps.at(-2) === 'hooks' && typeof steps.at(-3) === 'number'
  const group = inGroup ? chain.at(-3) : undefined
  return {
    names: steps.filter((step) => typeof step === 'string'),
    group: isRecord(group) ? { ...group, hooks: null } : null,
    entry: chain.at(-1),
  }
}

// Reads what formatPath writes.
function parsePath(path: string): (string | number)[] {
  return Array.from(path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g), ([, index, quoted, name]) => {
    if (index !== undefined) return Number(index)
    return quoted === undefined ? name! : (JSON.parse(quoted) as string)
  })
}

function stepInto(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)]
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
