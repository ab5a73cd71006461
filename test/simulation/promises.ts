import type { RunRow, Verdict } from '../../src/index.ts'
import type { Schedule, SimulatedHook } from './schedule.ts'
import type { Play } from './simulate.ts'

/** What a play shows of the promises; an empty list means that all were kept. */
export function brokenPromises(schedule: Schedule, play: Play): string[] {
  const broken: string[] = []
  play.verdicts.forEach((verdict, firing) => {
    const facts = { schedule, verdict, firing, play }
    for (const [name, check] of Object.entries(promises)) {
      const problem = check(facts)
      if (problem !== undefined) broken.push(`${name}: ${problem} (firing ${firing})`)
    }
  })
  return broken
}

interface Facts {
  schedule: Schedule
  verdict: Verdict
  firing: number
  play: Play
}

const promises: Record<string, (facts: Facts) => string | undefined> = {
  'every configured hook has a row': ({ schedule, verdict }) => {
    const rows = verdict.runs.filter((row) => !row.recheck).map((row) => row.hook)
    const missing = schedule.hooks.filter(({ id }) => rows.filter((row) => row === id).length !== 1)
    return missing.length === 0 ? undefined : `rows are wrong for ${missing.map(({ id }) => id)}`
  },

  'the verdict comes within its budget': ({ schedule, play, firing }) => {
    const budget = stagesOf(schedule).reduce(
      (sum, stage) => sum + Math.max(...stage.map(({ timeout }) => timeout)) + 2000,
      0,
    )
    // A stage whose input was rewritten runs its guards once more.
    const limit = budget * 2
    return play.took[firing]! <= limit ? undefined : `took ${play.took[firing]} of ${limit}`
  },

  'any deny of a counted hook denies': ({ schedule, verdict }) => {
    const denies = countedRows(schedule, verdict).some((row) => row.decision === 'deny')
    return denies && verdict.decision !== 'deny' ? 'a hook denied, the verdict does not' : undefined
  },

  'a deny has an author': ({ schedule, verdict }) => {
    if (verdict.decision !== 'deny' || verdict.aborted) return undefined
    const author = countedRows(schedule, verdict).find(
      (row) => row.hook === verdict.decidedBy && row.decision === 'deny',
    )
    return author ? undefined : `decided by ${verdict.decidedBy}, who did not deny`
  },

  'the reason is that of the first deny in configuration order': ({ schedule, verdict }) => {
    if (verdict.decision !== 'deny' || verdict.aborted) return undefined
    const first = schedule.hooks.find(({ id }) =>
      countedRows(schedule, verdict).some((row) => row.hook === id && row.decision === 'deny'),
    )
    return first?.id === verdict.decidedBy ? undefined : `${first?.id} denied first, ${verdict.decidedBy} is named`
  },

  'ask beats allow': ({ schedule, verdict }) => {
    const asks = countedRows(schedule, verdict).some((row) => row.decision === 'ask')
    return asks && (verdict.decision === 'allow' || verdict.decision === null)
      ? 'somebody asked, the verdict does not'
      : undefined
  },

  'an allow has an author and its own input': ({ schedule, verdict }) => {
    if (verdict.decision !== 'allow') return undefined
    const authors = countedRows(schedule, verdict).filter((row) => row.decision === 'allow' && !row.recheck)
    if (authors.length === 0) return 'nobody allowed'
    return verdict.changes.some(({ by }) => by === verdict.decidedBy) ? undefined : changedAfter(schedule, verdict)
  },

  'a gate that failed is counted and shown': ({ schedule, verdict }) => {
    const failed = countedRows(schedule, verdict).filter((row) => row.class !== undefined && row.decision === undefined)
    const shown = new Set(verdict.failedOpen.map(({ hook }) => hook))
    const hidden = failed.filter((row) => !shown.has(row.hook))
    return hidden.length === 0 ? undefined : `${hidden.map((row) => row.hook)} failed open unseen`
  },

  'nothing runs after the chain has ended': ({ schedule, verdict, play, firing }) => {
    const started = new Set(play.starts.filter((start) => start.firing === firing).map(({ hook }) => hook))
    const stages = stagesOf(schedule)
    const end = stages.findIndex((stage) =>
      stage.some((hook) => counts(hook) && verdict.runs.some((row) => row.hook === hook.id && row.decision === 'deny')),
    )
    if (end < 0) return undefined
    const late = stages
      .slice(end + 1)
      .flat()
      .filter((hook) => started.has(hook.id))
    return late.length === 0 ? undefined : `${late.map(({ id }) => id)} ran after the deny`
  },

  'a hook that does not match never runs': ({ schedule, play }) => {
    const wrong = schedule.hooks.filter((hook) => !hook.matches && play.starts.some((start) => start.hook === hook.id))
    return wrong.length === 0 ? undefined : `${wrong.map(({ id }) => id)} ran`
  },

  'every matching async hook starts, also after a deny': ({ schedule, verdict, play }) => {
    if (verdict.aborted) return undefined
    const still = schedule.hooks.filter(
      (hook) => hook.async && hook.matches && !play.starts.some((start) => start.hook === hook.id),
    )
    return still.length === 0 ? undefined : `${still.map(({ id }) => id)} did not start`
  },

  'once means once': ({ schedule, play }) => {
    const twice = schedule.hooks.filter(
      (hook) => hook.once && play.starts.filter((start) => start.hook === hook.id).length > 1,
    )
    return twice.length === 0 ? undefined : `${twice.map(({ id }) => id)} ran twice`
  },

  'an abort denies': ({ verdict }) =>
    verdict.aborted && verdict.decision !== 'deny' ? `aborted, but ${verdict.decision}` : undefined,

  'who is given up is told so': ({ play }) => (play.left.length === 0 ? undefined : `${play.left} were never told`),

  'rewrites have authors': ({ verdict }) => {
    const unknown = verdict.changes.filter(({ by }) => !verdict.runs.some((row) => row.hook === by))
    return unknown.length === 0 ? undefined : `${unknown.map(({ path }) => path)} changed by nobody`
  },

  'shadow and async hooks never decide': ({ schedule, verdict }) => {
    const by = schedule.hooks.find(({ id }) => id === verdict.decidedBy)
    return by && !counts(by) ? `${by.id} decided` : undefined
  },
}

function changedAfter(schedule: Schedule, verdict: Verdict): string | undefined {
  const position = (id: string | null): number => schedule.hooks.findIndex((hook) => hook.id === id)
  const stage = stagesOf(schedule).findIndex((members) => members.some(({ id }) => id === verdict.decidedBy))
  const later = stagesOf(schedule).slice(stage).flat()
  const voids = verdict.changes.filter(({ by }) => position(by) >= 0 && later.some(({ id }) => id === by))
  // A rewrite back to what was seen keeps the allow; only a different end result voids it.
  const seen = { a: 9, b: 9 }
  const same = JSON.stringify(verdict.input ?? seen) === JSON.stringify(seen)
  return voids.length === 0 || same
    ? undefined
    : `allowed by ${verdict.decidedBy}, rewritten later by ${voids.map(({ by }) => by)}`
}

function countedRows(schedule: Schedule, verdict: Verdict): RunRow[] {
  return verdict.runs.filter((row) => {
    const hook = schedule.hooks.find(({ id }) => id === row.hook)!
    return (
      counts(hook) &&
      row.status !== 'skipped' &&
      row.status !== 'cancelled' &&
      !(row.recheck && row.decision === 'allow')
    )
  })
}

function counts(hook: SimulatedHook): boolean {
  return !hook.async && !hook.shadow
}

function stagesOf(schedule: Schedule): SimulatedHook[][] {
  const stages: SimulatedHook[][] = []
  let open: SimulatedHook[] | null = null
  for (const hook of schedule.hooks) {
    if (hook.async) continue
    if (hook.kind === 'callback') {
      stages.push([hook])
      open = null
    } else if (open) open.push(hook)
    else {
      open = [hook]
      stages.push(open)
    }
  }
  return stages
}
