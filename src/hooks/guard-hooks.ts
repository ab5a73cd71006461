import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import { readConfig } from '../dialects/index.ts'
import { dangerousCommands, evaluateGuardPack, type GuardPack, trimGuardPack } from '../match/index.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HookInput } from '../protocol/hook-callback.ts'

const packs: readonly GuardPack[] = [dangerousCommands]

/** The hooks that built-in guard packs come to: each pack is one gate before tool calls, which denies when it cannot judge. */
export function guardHooks(uses: readonly { use: string; except: readonly string[] }[]): Hook[] {
  return [...new Map(uses.map((use) => [use.use, use])).values()].map(({ use, except }) => {
    const pack = packs.find(({ name }) => name === use)
    if (!pack) throw unknownPack(use)
    return guardHook(trimGuardPack(pack, except))
  })
}

function guardHook(pack: GuardPack): Hook {
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
    { layer: 'code', trusted: true },
  )
  if (problems[0]) throw problems[0]
  return hooks[0]!
}

function unknownPack(name: string): HookError {
  const names = packs.map((pack) => pack.name)
  const nearest = nearestName(name, names)
  return new HookError('CONFIG_INVALID_VALUE', `there is no guard pack "${name}"`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `There is ${names.join(', ')}.`,
  })
}
