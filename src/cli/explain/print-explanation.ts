import type { FailurePolicy } from '../../protocol/failure.ts'
import { formatTable } from '../format-table.ts'
import { showLines } from '../show-lines.ts'
import type { Terminal } from '../terminal.ts'
import type { FullExplanation, HookReport } from './explain-all.ts'

/** Prints for people what would happen to every hook: those of the event in full, the others in a line each. */
export function printExplanation(explanation: FullExplanation, terminal: Terminal): void {
  const { event, matchValue, hooks, unsupported, warnings } = explanation
  const own = hooks.filter((hook) => hook.event === event)
  const others = hooks.filter((hook) => hook.event !== event)
  const running = own.filter((hook) => hook.willRun).length
  const value = matchValue === null ? '' : ` (${showLines(matchValue)})`
  terminal.print(`${showLines(event)}${value}: ${running} of ${count(own.length, 'hook')} will run`)
  for (const hook of own) printHook(hook, terminal)
  if (explanation.rules !== null) printRules(explanation.rules, terminal)
  if (explanation.guard) printGuard(explanation.guard, terminal)
  if (explanation.trust !== null) printTrust(explanation.trust, terminal)
  printList(
    'Other events',
    others.map((hook) => [hook.event, hook.hook, hook.source, hook.why!]),
    terminal,
  )
  printList(
    'Unsupported',
    unsupported.map(({ source, why }) => [source, why]),
    terminal,
  )
  printList(
    'Warnings',
    warnings.map((text) => [text]),
    terminal,
  )
}

function printHook(hook: HookReport, terminal: Terminal): void {
  const paint = terminal.paint.stdout
  const fate = hook.willRun ? paint('green', 'will run') : paint('yellow', `will not run: ${showLines(hook.why!)}`)
  terminal.print(`\n${paint('bold', showLines(hook.name ?? hook.hook))}  ${fate}`)
  for (const [label, text] of listFacts(hook)) {
    terminal.print(`  ${label.padEnd(labelWidth)}${showLines(text, ' '.repeat(labelWidth + 2))}`)
  }
}

function printTrust({ root, digest, approved, all }: NonNullable<FullExplanation['trust']>, terminal: Terminal): void {
  const head = terminal.paint.stdout('bold', 'Files of the project')
  terminal.print(`\n${head}  ${approved} of ${all} approved in ${showLines(root)}\n  digest ${digest}`)
}

function printRules({ decision, rule, reason }: NonNullable<FullExplanation['rules']>, terminal: Terminal): void {
  const said = rule === null ? 'none applies to this call' : `${decision} by ${showLines(rule)}: ${showLines(reason)}`
  terminal.print(`\n${terminal.paint.stdout('bold', 'Permission rules')}  ${said}`)
}

function printGuard({ decision, reason, warning }: NonNullable<FullExplanation['guard']>, terminal: Terminal): void {
  const said = decision === null ? (warning ?? reason) : `${decision}: ${reason}`
  terminal.print(`\n${terminal.paint.stdout('bold', 'Guard of hook files')}  ${showLines(said)}`)
}

const labelWidth = 12

function listFacts(hook: HookReport): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['id', hook.name === undefined ? undefined : hook.hook],
    ['written in', `${hook.source} (${hook.dialect})`],
    ['runs', `${hook.handler}: ${hook.runs}`],
    ['matcher', describeMatcher(hook)],
    ['if', hook.if],
    ['order', describeOrder(hook)],
    ['timeout', `${hook.timeoutMs / 1000} s`],
    ['on failure', describePolicies(hook.onFailure)],
    ['env', describeEnvironment(hook)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

function describeMatcher({ matcher, matches }: HookReport): string {
  if (matches === null) return matcher
  return `${matcher}; of the known values it takes ${matches.length === 0 ? 'none' : matches.join(', ')}`
}

function describeOrder({ stage, async, once, shadow }: HookReport): string {
  const place = async ? 'not waited for' : stage === null ? 'none' : `stage ${stage}`
  return [place, once && 'once per session', shadow && 'shadow: does not count'].filter(Boolean).join(', ')
}

function describePolicies(policies: Readonly<Record<string, FailurePolicy>>): string {
  const byPolicy = Map.groupBy(Object.keys(policies), (name) => policies[name]!)
  if (byPolicy.size === 1) return [...byPolicy.keys()][0]!
  return [...byPolicy].map(([policy, names]) => `${policy} (${names.join(', ')})`).join('; ')
}

// Most names are the host's own; what tells the hook about its event is worth reading.
function describeEnvironment({ env, environment }: HookReport): string | undefined {
  if (environment.length === 0) return undefined
  const telling = environment.filter((name) => /^(BLADE|CLAUDE|KIMI|HOOKLINE)_/.test(name) || env.includes(name))
  const rest = environment.length - telling.length
  return `${telling.join(', ')}${rest === 0 ? '' : `, and ${count(rest, 'variable')} of the host`}`
}

function printList(title: string, rows: string[][], terminal: Terminal): void {
  if (rows.length === 0) return
  const shown = rows.map((row) => row.map((cell) => showLines(cell)))
  terminal.print(`\n${terminal.paint.stdout('bold', title)}\n${formatTable(shown, '  ').join('\n')}`)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
