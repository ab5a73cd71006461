import { resolve } from 'node:path'
import { stableJson } from '../base/json.ts'
import { type FailureClass, type FailurePolicy, failureClasses } from '../protocol/failure.ts'
import type { CommandSpec, Hook } from '../protocol/hook.ts'
import type { Condition, Matcher } from '../protocol/matcher.ts'
import { describeSource, isProjectLayer, layers } from '../protocol/source.ts'
import { strictestPolicy } from './layer-defaults.ts'

/**
 * The same handler arriving from two sources runs once: that of the most trusted layer survives with the united matcher
 * and the strictest options of all, never async or shadow unless all were; the others stay in the list, idle.
 */
export function mergeDuplicates(hooks: readonly Hook[], projectDir: string): Hook[] {
  const byIdentity = Map.groupBy(hooks, (hook) => identityOf(hook, projectDir))
  const replaced = new Map<Hook, Hook>()
  for (const [identity, same] of byIdentity) {
    if (identity === null || same.length < 2) continue
    const survivor = same.reduce((best, hook) => (trustRank(hook) < trustRank(best) ? hook : best))
    const twins = same.filter(
      (hook) => hook !== survivor && (originOf(hook) !== originOf(survivor) || hook.dialect.name === 'kimi-official'),
    )
    if (twins.length === 0) continue
    replaced.set(survivor, unite(survivor, twins))
    const detail = `the same handler as ${survivor.id} (${describeSource(survivor.source)})`
    for (const twin of twins) replaced.set(twin, { ...twin, idle: { why: 'duplicate', detail } })
  }
  return hooks.map((hook) => replaced.get(hook) ?? hook)
}

// Callbacks have no identity that a configuration could repeat by accident; idle hooks run nowhere.
function identityOf(hook: Hook, projectDir: string): string | null {
  if (hook.idle !== undefined || hook.handler.type === 'callback' || hook.handler.type === 'unsupported') return null
  const handler = hook.handler.type === 'command' ? resolveCommand(hook.handler, projectDir) : hook.handler
  return stableJson([hook.event, hook.dialect.name, handler])
}

function resolveCommand(spec: CommandSpec, projectDir: string): unknown {
  const cwd = resolve(projectDir, spec.cwd ?? '.')
  const run =
    'shell' in spec.run
      ? { shell: resolveProgram(spec.run.shell.trim(), cwd) }
      : { ...spec.run, exec: resolveProgram(spec.run.exec, cwd) }
  return { ...spec, run, cwd, reap: undefined, env: spec.env ?? {}, passEnv: [...(spec.passEnv ?? [])].sort() }
}

// `./guard.sh` and its absolute path are one program; a bare name is looked up in PATH and stays as it is.
function resolveProgram(command: string, cwd: string): string {
  return command.replace(/^\.{0,2}\/[^\s;&|<>()$`"'*?\\]*/, (path) => resolve(cwd, path))
}

// Whatever its owner wrote or named is trusted more than what a project brought along; else the first layer has the word.
function trustRank({ source }: Hook): number {
  return layers.indexOf(source.layer) + (isProjectLayer(source.layer) ? layers.length : 0)
}

function originOf(hook: Hook): string {
  return `${hook.source.layer}:${hook.source.file ?? ''}`
}

function unite(survivor: Hook, twins: readonly Hook[]): Hook {
  const all = [survivor, ...twins]
  const { condition: _, ...rest } = survivor
  const condition = uniteConditions(all)
  return {
    ...rest,
    ...(condition && { condition }),
    handler: uniteReaping(all),
    matcher: uniteMatchers(all.map((hook) => hook.matcher)),
    timeoutMs: Math.max(...all.map((hook) => hook.timeoutMs)),
    async: all.every((hook) => hook.async),
    once: all.every((hook) => hook.once),
    shadow: all.every((hook) => hook.shadow),
    recheck: all.some((hook) => hook.recheck),
    onFailure: strictestPolicies(all),
    samples: {
      mustDeny: all.flatMap((hook) => hook.samples.mustDeny),
      mustAllow: all.flatMap((hook) => hook.samples.mustAllow),
    },
  }
}

function uniteMatchers(matchers: readonly Matcher[]): Matcher {
  return {
    test: (subject) => matchers.some((matcher) => matcher.test(subject)),
    describe: () => [...new Set(matchers.map((matcher) => matcher.describe()))].join(' or '),
    all: matchers.some((matcher) => matcher.all),
    byValue: matchers.every((matcher) => matcher.byValue),
  }
}

// A condition goes with its own matcher: one hook's `if` never frees another's tools from theirs.
function uniteConditions(hooks: readonly Hook[]): Condition | undefined {
  if (hooks.every((hook) => hook.condition === undefined)) return undefined
  return {
    test: (subject) => {
      const tests = hooks
        .filter((hook) => hook.matcher.test(subject))
        .map((hook) => hook.condition?.test(subject) ?? met)
      return tests.find((test) => test.runs && test.complete) ?? tests.find((test) => test.runs) ?? tests[0] ?? met
    },
    describe: () => [...new Set(hooks.map((hook) => hook.condition?.describe() ?? 'always'))].join(' or '),
  }
}

const met = { runs: true, complete: true, reason: 'there is no condition' }

const reapings = ['none', 'group', 'all'] as const

function uniteReaping([survivor, ...twins]: readonly Hook[]): Hook['handler'] {
  const handler = survivor!.handler
  if (handler.type !== 'command') return handler
  const rankOf = (hook: Hook): number => reapings.indexOf((hook.handler as CommandSpec).reap ?? 'group')
  const reap = reapings[Math.max(rankOf(survivor!), ...twins.map(rankOf))]!
  return handler.reap === reap || (handler.reap === undefined && reap === 'group') ? handler : { ...handler, reap }
}

function strictestPolicies(hooks: readonly Hook[]): Record<FailureClass, FailurePolicy> {
  const strictest = (name: FailureClass): FailurePolicy =>
    hooks.map((hook) => hook.onFailure[name]).reduce((a, b) => strictestPolicy(a, b))
  return Object.fromEntries(failureClasses.map((name) => [name, strictest(name)])) as Record<
    FailureClass,
    FailurePolicy
  >
}
