import { HookError, type Place } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import { readConfig } from '../dialects/index.ts'
import { dangerousCommands, evaluateGuardPack, type GuardPack, trimGuardPack } from '../match/index.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HookInput } from '../protocol/hook-callback.ts'
import { isProjectLayer, type Layer } from '../protocol/source.ts'

const packs: readonly GuardPack[] = [dangerousCommands]

/** One layer's use of a guard pack, less the rules it does not want. */
export interface GuardUse {
  use: string
  except: readonly string[]
  layer: Layer
  /** Where it was written. */
  place?: Place
}

/**
 * The hooks that built-in guard packs come to: each pack is one gate before tool calls, which denies when it cannot judge. A
 * rule is left out only if every layer that uses the pack leaves it out. Throws for a pack or a rule that does not exist.
 */
export function guardHooks(uses: readonly GuardUse[]): Hook[] {
  return [...Map.groupBy(uses, findPack)].map(([pack, same]) => {
    const [{ layer, except }, ...others] = same as [GuardUse, ...GuardUse[]]
    const left = [...new Set(except)].filter((rule) => others.every((other) => other.except.includes(rule)))
    return remember(pack, left.sort(), layer)
  })
}

/**
 * Sorts out uses of packs or rules that do not exist. Throws for one of the owner's; one of the project is left out with a
 * notice: a repository must not be able to disarm its visitor's guards.
 */
export function checkGuards(uses: readonly GuardUse[]): { sound: GuardUse[]; notices: HookError[] } {
  const notices: HookError[] = []
  const sound = uses.filter((use) => {
    try {
      findPack(use)
      return true
    } catch (error) {
      if (!(error instanceof HookError) || !isProjectLayer(use.layer)) throw error
      const { code, message, hint, place } = error
      notices.push(new HookError(code, `a guard was left out: ${message}`, { hint, place }))
      return false
    }
  })
  return { sound, notices }
}

function findPack({ use, except, place = {} }: GuardUse): GuardPack {
  const pack = packs.find(({ name }) => name === use)
  if (!pack) throw unknownPack(use, place)
  checkRules(pack, except, place)
  return pack
}

const made = new Map<string, Hook>()

// The same guard is the same hook after every reload, so that a running session sees that nothing has changed.
function remember(pack: GuardPack, except: readonly string[], layer: Layer): Hook {
  const key = JSON.stringify([pack.name, except, layer])
  const known = made.get(key) ?? guardHook(trimGuardPack(pack, except), layer)
  made.set(key, known)
  return known
}

function guardHook(pack: GuardPack, layer: Layer): Hook {
  const callback = (input: HookInput): object => {
    const toolInput = input.toolInput as Record<string, unknown>
    const { decision, reason, ruleId } = evaluateGuardPack(pack, {
      toolName: input.toolName ?? '',
      toolInput,
      cwd: input['cwd'] as string,
    })
    if (decision === null) return {}
    return { permissionDecision: decision, permissionDecisionReason: `${reason} (${pack.name}/${ruleId})` }
  }
  const hook = { type: 'callback', id: pack.name, description: 'Built-in guard pack.', callback, onFailure: 'deny' }
  const { hooks, problems } = readConfig(
    'blade',
    { [HookEvent.PreToolUse]: [{ hooks: [hook] }] },
    { layer, trusted: true },
  )
  if (problems[0]) throw problems[0]
  return hooks[0]!
}

// A rule that is not there was meant to be another one, which then still denies.
function checkRules({ name, rules }: GuardPack, except: readonly string[], place: Place): void {
  const ids = rules.map(({ id }) => id)
  const unknown = except.find((id) => !ids.includes(id))
  if (unknown === undefined) return
  const nearest = nearestName(unknown, ids)
  throw new HookError('CONFIG_INVALID_VALUE', `the guard pack "${name}" has no rule "${unknown}"`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `It has ${ids.join(', ')}.`,
    place,
  })
}

function unknownPack(name: string, place: Place): HookError {
  const names = packs.map((pack) => pack.name)
  const nearest = nearestName(name, names)
  return new HookError('CONFIG_INVALID_VALUE', `there is no guard pack "${name}"`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `There is ${names.join(', ')}.`,
    place,
  })
}
