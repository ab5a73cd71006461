import { describeThrown } from '../../base/describe-thrown.ts'
import { findScripts } from '../../config/trust/find-scripts.ts'
import { readSuspension } from '../../config/trust/suspension.ts'
import type { ToolCall } from '../../match/index.ts'
import { compilePathRule } from '../../match/path-rules.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Surroundings } from './call-site.ts'
import { type ProtectionRequest, type ProtectionVerdict, protectionId } from './create-protection.ts'
import type { Finding } from './finding.ts'
import { judgeCall } from './judge-call.ts'
import { collectPlaces, type ProtectedPlaces } from './protected-places.ts'

/** How long what was found on disk is relied on: links may change under a running session. */
const freshMs = 1000

/** Makes the judge of one project. It never throws: what it cannot judge it asks about. */
export function createJudge(request: ProtectionRequest): (call: ToolCall) => ProtectionVerdict | null {
  const places = keepFresh(request)
  const isExcepted = readExceptions(request)
  const home = request.env['HOME']
  return (call) => {
    const finding = findSafely(call, () => ({ places: places(), home, isExcepted }))
    if (finding === null) return null
    const lifted = describeSuspension(request)
    const reason = explain(finding)
    return lifted === null
      ? { decision: finding.decision, reason }
      : { decision: null, reason, warning: `${protectionId} did not count, ${lifted}: the call ${finding.what}` }
  }
}

/** The suspension that is in force, in words; null when the guard counts. */
function describeSuspension({ env, clock }: ProtectionRequest): string | null {
  const suspension = readSuspension(env, clock.now())
  return suspension && `its owner has lifted it until ${new Date(suspension.until).toISOString()}`
}

function findSafely(call: ToolCall, surroundings: () => Surroundings): Finding | null {
  try {
    return judgeCall(call, surroundings())
  } catch (error) {
    return { decision: 'ask', what: `could not be judged: ${describeThrown(error)}` }
  }
}

function keepFresh(request: ProtectionRequest): () => ProtectedPlaces {
  let places: ProtectedPlaces | undefined
  let made = 0
  let madeFor: readonly Hook[] | undefined
  return () => {
    const now = request.clock.monotonic()
    const hooks = request.hooks()
    if (places === undefined || now - made > freshMs || madeFor !== hooks) {
      places = collectPlaces({ ...request, scripts: hooks.flatMap((hook) => listScripts(hook, request)) })
      made = now
      madeFor = hooks
    }
    return places
  }
}

// A hook that never runs must not keep anybody from editing files: a project could name any of them.
function listScripts(hook: Hook, { projectDir, env }: ProtectionRequest): string[] {
  if (hook.idle !== undefined) return []
  const { paths, unpinned } = findScripts(hook.handler, { root: projectDir, env })
  // Of what such a tool is told to look at, most are ordinary files of the project.
  const isTool = unpinned.some((what) => what.includes('runs or loads what other files'))
  return isTool ? paths.filter((path) => /\/(?:\.?hooks?|\.claude|\.kimi|scripts|guards|bin)\//.test(path)) : paths
}

function readExceptions({ projectDir, except }: ProtectionRequest): (path: string) => boolean {
  const rules = except.map(compilePathRule)
  return (path) => rules.some((rule) => rule.match(path, { cwd: projectDir }).exactly)
}

function explain({ decision, what }: Finding): string {
  if (decision === 'ask')
    return `The call ${what}. That may be one of the files that hooks are made of, and only a running shell could tell (${protectionId}).`
  return `The call ${what}. What hooks are made of is changed by people only (${protectionId}): ask the user to do it, or to lift the guard for a while with "hookline trust --suspend 10m".`
}
