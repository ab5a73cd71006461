import { fireEvent } from '../engine/fire-event.ts'
import { type EventPlan, matchValueOf } from '../engine/hook-index.ts'
import type { InputCheck } from '../engine/judge-input.ts'
import { onceAgain, type RunPorts, runHook, tell } from '../engine/run.ts'
import { type SessionRefusal, wantsEvent } from '../engine/select.ts'
import type { PermissionRules } from '../match/index.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import { type EventInput, type EventName, HookEvent } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Lineage, ObservedStep, SessionFacts } from '../protocol/ports.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { applyRules, judgeByRules } from './apply-rules.ts'
import { type AgentFacts, buildInput, type CommonFacts, flattenFacts } from './build-input.ts'
import { checkEventInput } from './check-event-input.ts'
import type { Engine } from './engine-parts.ts'
import { type Explanation, explainEvent } from './explain.ts'
import type { SessionOptions } from './hooks-types.ts'
import { noteVersions } from './input-versions.ts'
import { observeTool } from './observe-tool.ts'
import { applyProtection, judgeInput, tightenProtection } from './protect/apply-protection.ts'
import type { Protection } from './protect/create-protection.ts'
import { isAbove, lineageOf, refuseRecursion } from './recursion.ts'
import { acceptEnv, watchEnvFiles } from './session-env.ts'
import { joinPermissions, tightenPermissions } from './session-permissions.ts'
import { makeFacts, openState, type SharedState } from './session-state.ts'
import { tightenIndex } from './tighten-index.ts'
import { runTool, type ToolCallRequest, type ToolOptions, type ToolOutcome, type ToolRun } from './tool-chain.ts'

/** Milliseconds that `end` waits for hooks nobody waited for. */
const drainLimit = 5000

/** The hooks of one agent session: fires events and keeps what hooks have set. */
export class HookSession {
  readonly id: string
  readonly #engine: Engine
  readonly #options: SessionOptions
  readonly #state: SharedState
  readonly #agent: AgentFacts | undefined
  readonly #lineage: Lineage | undefined
  #cwd: string

  constructor(
    engine: Engine,
    options: SessionOptions,
    kin?: { state: SharedState; agent: AgentFacts; lineage: Lineage | undefined },
  ) {
    this.id = options.id
    this.#engine = engine
    this.#options = options
    this.#state = kin?.state ?? openState(engine, options)
    this.#agent = kin?.agent
    this.#lineage = kin ? kin.lineage : options.lineage
    this.#cwd = options.cwd ?? this.#state.facts.projectDir
    if (kin) return
    this.#state.owner = this
    engine.attach(this)
  }

  /**
   * The same session as a sub-agent of it sees it: every event it fires says which agent it is. Variables, permissions, the
   * mode, once-hooks and hooks that were switched off are those of the session. Hooks of the `lineage` do not run for a
   * sub-agent that they have started, nor for those below it.
   */
  child(agent: AgentFacts, lineage: Lineage | undefined = this.#lineage): HookSession {
    const options = { ...this.#options, cwd: this.#cwd }
    return new HookSession(this.#engine, options, { state: this.#state, agent, lineage })
  }

  /** Whether any hook would run for this event, or a rule decide the call. Synchronous; makes no promise and changes nothing. */
  wants<E extends EventName>(event: E, input: Partial<EventInput<E>>): boolean {
    const plan = this.#state.index.event(event)
    const given = input as Record<string, unknown>
    const full = (): FullInput => ({ ...flattenFacts(this.#common('')), ...given, event }) as FullInput
    if (event === HookEvent.PreToolUse && this.#isJudged(full)) return true
    if (plan === undefined) return false
    // None of its hooks runs, but some of them may deny for that.
    if (this.recursion !== undefined) return true
    return !plan.forValue(matchValueOf(event, given)).empty && wantsEvent(plan, full(), this.#refuses)
  }

  #isJudged(full: () => FullInput): boolean {
    const { allow, ask, deny } = this.permissions
    const hasRules = allow.length + ask.length + deny.length > 0
    if (!hasRules && !this.#state.guard) return false
    const input = full()
    if (hasRules && judgeByRules(this.permissions, input)?.decision) return true
    const guard = this.#guardOf(input.toolName)
    return guard !== undefined && judgeInput(guard, input) !== null
  }

  /**
   * Fires an event and returns the verdict. The input is camelCase: the event's own fields; common fields are filled in,
   * and so are flags and counts that were left out (false, 0). Rejects only for an unknown event or an input that does not fit its schema; whatever hooks do is in the verdict.
   */
  async fire<E extends EventName>(
    event: E,
    input: EventInput<E>,
    options: { signal?: AbortSignal } = {},
  ): Promise<Verdict<E>> {
    checkEventInput(event, input as Record<string, unknown>)
    const full = buildInput(event, input as Record<string, unknown>, this.#common(this.#engine.timestamp()))
    // Taken before anything is waited for: a reload does not disturb an event that is under way.
    const plan = this.#state.index.event(event)
    const isStart = event === HookEvent.SessionStart && plan !== undefined
    const files = isStart ? watchEnvFiles(this.#state.facts.projectDir, plan.hooks) : undefined
    const guard = event === HookEvent.PreToolUse ? this.#guardOf(full.toolName) : undefined
    const loading = guard?.load()
    if (loading) await loading
    const versions = event === HookEvent.PreToolUse && plan ? noteVersions(this.#engine.validateInput) : undefined
    const complete = (verdict: Verdict): void => {
      const between = versions?.between() ?? []
      if (event === HookEvent.PreToolUse) applyRules(verdict, full, { rules: this.permissions, between })
      if (guard) applyProtection(verdict, full, { protection: guard, between })
      if (this.recursion !== undefined) refuseRecursion(verdict, this.recursion, plan?.hooks)
      const added = files ? { ...verdict.env, ...files.collect() } : verdict.env
      if (Object.keys(added).length > 0) this.#takeEnv(verdict, added)
    }
    const facts = this.#factsWith(files?.envFile)
    const checkInput = versions?.check ?? this.#engine.validateInput
    return (await this.#run(full, { plan, facts, complete, checkInput, signal: options.signal })) as Verdict<E>
  }

  /**
   * The whole of the permission chain around a host's own tool: PreToolUse, rules, `canUseTool`, mode, asking, then `run`
   * with the approved input, then PostToolUse or PostToolUseFailure. What `run` throws is in the outcome; it rejects only for
   * options it does not know.
   */
  tool<T>(call: ToolCallRequest, run: ToolRun<T>, options: ToolOptions = {}): Promise<ToolOutcome<T>> {
    const scope = { session: this, options, sessionOptions: this.#options, engine: this.#engine }
    if (this.#engine.observer === undefined) return runTool(call, run, scope)
    return observeTool(call, run, { ...scope, agentId: this.#agent?.agentId })
  }

  /** What would happen to every configured hook of an event. Runs nothing. */
  explain<E extends EventName>(event: E, input: EventInput<E>): Explanation {
    checkEventInput(event, input as Record<string, unknown>)
    const full = buildInput(event, input as Record<string, unknown>, this.#common(this.#engine.timestamp()))
    const explanation = explainEvent({ index: this.#state.index, rules: this.permissions }, full, this.#refuses)
    const guard = event === HookEvent.PreToolUse ? this.#guardOf(full.toolName) : undefined
    const said = guard?.isLoaded() ? judgeInput(guard, full) : null
    return said ? { ...explanation, guard: said } : explanation
  }

  /** Variables that hooks of this session have set, for the host's shell tool. */
  env(): Record<string, string> {
    return { ...this.#state.env, ...(this.#lineage && lineageOf(this.#lineage, this.#state.facts)) }
  }

  /** Why no hook runs in this session: it stands too deep below hooks that have started it. Undefined when they run. */
  get recursion(): string | undefined {
    return this.#lineage?.above?.refusal
  }

  /** Switches a hook on again for this session. */
  enable(id: string): void {
    this.#state.disabled.delete(id)
  }

  /** Switches a hook off for this session; managed hooks stay on. */
  disable(id: string): void {
    this.#state.disabled.add(id)
  }

  get permissionMode(): PermissionMode {
    return this.#state.mode
  }

  setPermissionMode(mode: PermissionMode): void {
    this.#state.mode = mode
  }

  /** Lets calls under this rule run without a question, for the rest of the session. Throws `CONFIG_INVALID_PATTERN` for a bad rule. */
  allow(rule: string): void {
    const own = { ...this.#state.own, allow: [...(this.#state.own.allow ?? []), rule] }
    this.#state.permissions = joinPermissions(this.#state.lists, own)
    this.#state.own = own
  }

  /** Where the agent is: relative paths in calls and rules start here, and events say so. */
  get cwd(): string {
    return this.#cwd
  }

  /** Tells that the agent has gone to another directory, as a shell tool does by `cd`. */
  setCwd(directory: string): void {
    this.#cwd = directory
  }

  /** Fires SessionEnd, then waits a bounded time for hooks that nobody waited for. */
  async end(
    reason: EventInput<typeof HookEvent.SessionEnd>['reason'] = 'other',
    totals: { totalTurns?: number; totalTokens?: number } = {},
  ): Promise<Verdict> {
    const verdict = await this.fire(HookEvent.SessionEnd, { reason, ...totals })
    await this.drain()
    this.#engine.detach(this)
    return verdict
  }

  /** Waits for async hooks, at most the given time. True when none is left. */
  async drain(limitMs = drainLimit): Promise<boolean> {
    if (this.#state.pending.size === 0) return true
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs)
    })
    const done = Promise.all(this.#state.pending).then(() => true as const)
    const finished = await Promise.race([done, over])
    clearTimeout(timer)
    return finished
  }

  /** @internal Tells whoever watches about a step that the host has made. */
  tell(step: ObservedStep): void {
    tell(this.#engine.observer, () => step)
  }

  /** @internal A reload: what is stricter in it counts at once, what is looser with the next session. */
  tighten(): void {
    this.#state.index = tightenIndex(this.#state.index, this.#engine.index())
    this.#state.lists = tightenPermissions(this.#state.lists, this.#engine.permissions())
    this.#state.permissions = joinPermissions(this.#state.lists, this.#state.own)
    this.#state.guard = tightenProtection(this.#state.guard, this.#engine.protection())
  }

  /** @internal The guard of what hooks are made of, when it counts. */
  get guard(): Protection | undefined {
    return this.#state.guard
  }

  /** @internal The permission rules in force. */
  get permissions(): PermissionRules {
    return this.#state.permissions
  }

  readonly #refuses: SessionRefusal = (hook) => {
    // Managed hooks too: they would start the agent that started them without end.
    if (this.#lineage && isAbove(hook, this.#lineage)) return 'recursion: this is inside what the hook has started'
    if (this.recursion !== undefined) return `recursion: ${this.recursion}`
    if (this.#state.disabled.has(hook.id) && hook.source.layer !== 'managed')
      return 'disabled: switched off for this session'
    return hook.once && this.#hasRun(hook) ? onceAgain : undefined
  }

  // A store that cannot tell now is asked again when the hook is about to run.
  #hasRun(hook: Hook): boolean {
    try {
      return this.#engine.store.isClaimed(onceKey(this.id, hook)) === true
    } catch {
      return false
    }
  }

  #run(
    input: FullInput,
    {
      plan,
      facts,
      complete,
      checkInput,
      signal,
    }: {
      plan: EventPlan | undefined
      facts: SessionFacts
      complete(verdict: Verdict): void
      checkInput: InputCheck | undefined
      signal: AbortSignal | undefined
    },
  ): Promise<Verdict> {
    return fireEvent(
      {
        plan,
        input,
        refuses: this.#refuses,
        checkInput,
        keepAsync: (work) => this.#keep(work),
        complete,
      },
      this.#ports(facts, signal),
    )
  }

  #ports(facts: SessionFacts, signal: AbortSignal | undefined): RunPorts {
    const engine = this.#engine
    return {
      handlers: engine.handlers,
      clock: engine.clock,
      observer: engine.observer,
      alarm: engine.alarm,
      session: facts,
      signal,
      maxConcurrent: engine.maxConcurrentHooks(),
      firing: engine.nextFiring(),
      nextExecutionId: () => `${this.id}-${engine.runId}-${++this.#state.runs}`,
      claim: (hook) => this.#claim(hook),
    }
  }

  #guardOf(toolName: unknown): Protection | undefined {
    const { guard } = this.#state
    return typeof toolName === 'string' && guard?.concerns(toolName) ? guard : undefined
  }

  /** @internal Runs a hook that nobody waits for on an event of the past, which another process did not get done. */
  async rerun(hook: Hook, input: FullInput, firing: string): Promise<void> {
    const ports = { ...this.#ports(this.#factsWith(undefined), undefined), firing }
    await runHook(
      hook,
      { seen: input, recheck: false, isComplete: () => true, over: Number.POSITIVE_INFINITY, broken: undefined },
      ports,
    )
  }

  // The same object as long as nothing is added: handlers know sessions again by it.
  #factsWith(envFile: string | undefined): SessionFacts {
    const { facts } = this.#state
    if (envFile === undefined && !this.#lineage) return facts
    return { ...facts, ...(envFile !== undefined && { envFile }), ...(this.#lineage && { lineage: this.#lineage }) }
  }

  #keep(work: Promise<unknown>): void {
    const kept = work.catch(() => undefined).finally(() => this.#state.pending.delete(kept))
    this.#state.pending.add(kept)
  }

  #claim(hook: Hook): boolean | Promise<boolean> {
    return this.#engine.store.claim(onceKey(this.id, hook))
  }

  #takeEnv(verdict: Verdict, added: Record<string, string>): void {
    const { env, refused } = acceptEnv(added)
    verdict.env = env
    verdict.warnings.push(...refused)
    this.#state.env = { ...this.#state.env, ...env }
    this.#state.facts = makeFacts(this.#options, this.#state.env)
  }

  #common(timestamp: string): CommonFacts {
    return {
      sessionId: this.id,
      projectDir: this.#state.facts.projectDir,
      cwd: this.cwd,
      permissionMode: this.#state.mode,
      transcriptPath: this.#options.transcriptPath,
      timestamp,
      agent: this.#agent,
    }
  }
}

function onceKey(sessionId: string, hook: Hook): string {
  return `once:${sessionId}:${hook.id}`
}
