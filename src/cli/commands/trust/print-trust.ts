import { formatPlace } from '../../../base/errors.ts'
import { describeRuns } from '../../../config/trust/describe-runs.ts'
import type { JudgedItem, TrustStatus } from '../../../config/trust/judge-project.ts'
import { isRefusedVariable } from '../../../config/trust/refused-variables.ts'
import type { Hook, ProcessOptions } from '../../../protocol/hook.ts'
import { describeSource } from '../../../protocol/source.ts'
import { showLines } from '../../show-lines.ts'
import type { Style, Terminal } from '../../terminal.ts'
import type { FoundProject } from '../trust.ts'

/** Shows everything a project wants to run: every command, address and event, with what is pinned and what is not. */
export function printTrust({ trust, broken }: FoundProject, terminal: Terminal): void {
  const paint = terminal.paint.stdout
  terminal.print(paint('bold', showLines(trust.root)))
  trust.items.forEach((item, index) => {
    terminal.print(`\n${headOf(item, index, paint)}`)
    for (const [label, text] of listFacts(item, trust.root))
      terminal.print(`     ${label.padEnd(labelWidth)}${showLines(text, ' '.repeat(labelWidth + 5))}`)
    for (const text of listWarnings(item)) terminal.print(`     ${paint('yellow', `! ${showLines(text)}`)}`)
  })
  for (const { message, place } of broken)
    terminal.print(`\n${paint('yellow', 'left out')}  ${showLines(`${formatPlace(place)} ${message}`)}`)
  if (trust.items.length > 0 || broken.length > 0) terminal.print('')
}

const labelWidth = 11

const styles: Readonly<Record<TrustStatus, Style>> = { approved: 'green', new: 'yellow', changed: 'red', unsafe: 'red' }

function headOf(item: JudgedItem, index: number, paint: (style: Style, text: string) => string): string {
  const what = item.hook ? item.hook.event : 'Code'
  const why = item.status === 'approved' || item.status === 'new' ? '' : `: ${showLines(item.detail)}`
  return `${`${index + 1}.`.padEnd(4)} ${paint('bold', what)}  ${paint(styles[item.status], item.status)}${why}`
}

function listFacts(item: JudgedItem, root: string): [string, string][] {
  const { hook, scripts } = item
  const name = (path: string): string => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path)
  const facts: [string, string | undefined][] = [
    [labelOf(item), describeRuns(item)],
    ['written in', hook ? name(describeSource(hook.source)) : item.file],
    ['for', hook && describeWhen(hook)],
    ['how', hook && describeOptions(hook)],
    ['sends', hook && describeHeaders(hook)],
    ['sets', hook && listNames(hook, 'env')],
    ['is given', hook && listNames(hook, 'passEnv')],
    ...scripts.map(({ name: script, sha256 }): [string, string] => ['script', `${script}  ${describePin(sha256)}`]),
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined)
}

function labelOf({ hook }: JudgedItem): string {
  if (hook === undefined) return 'runs'
  if (hook.handler.type === 'unsupported') return 'type'
  return hook.handler.type === 'http' ? 'asks' : hook.handler.type
}

function describeWhen(hook: Hook): string {
  const condition = hook.condition ? `, if ${hook.condition.describe()}` : ''
  return `${hook.matcher.describe()}${condition}`
}

function describeOptions(hook: Hook): string {
  const own = hook.handler as ProcessOptions
  return [
    `at most ${hook.timeoutMs / 1000} s`,
    hook.async && 'not waited for',
    hook.once && 'once per session',
    hook.shadow && 'does not count',
    own.cwd !== undefined && `in ${own.cwd}`,
    hook.idle && hook.idle.why !== 'untrusted' && `${hook.idle.why}: ${hook.idle.detail}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function describeHeaders({ handler }: Hook): string | undefined {
  if (handler.type !== 'http') return undefined
  const names = [...Object.keys(handler.headers), ...(handler.allowedEnvVars ?? []).map((name) => `$${name}`)]
  return names.length === 0 ? undefined : names.join(', ')
}

function listNames({ handler }: Hook, key: 'env' | 'passEnv'): string | undefined {
  if (handler.type !== 'command' && handler.type !== 'worker') return undefined
  const entries =
    key === 'env'
      ? Object.entries(handler.env ?? {}).map(([name, value]) => `${name}=${value}`)
      : (handler.passEnv ?? [])
  return entries.length === 0 ? undefined : entries.join(', ')
}

function describePin(sha256: string): string {
  if (sha256 === 'absent') return 'not there; if it appears, it has to be approved'
  return sha256 === 'unreadable' ? 'cannot be read, not pinned' : `pinned, sha256 ${sha256.slice(0, 12)}…`
}

function listWarnings({ hook, unpinned, unsafe }: JudgedItem): string[] {
  const handler = hook?.handler
  const env = handler?.type === 'command' || handler?.type === 'worker' ? Object.keys(handler.env ?? {}) : []
  const refused = env.filter(isRefusedVariable)
  return [
    ...unpinned.map((why) => `not pinned: ${why}`),
    ...(refused.length > 0 ? [`${refused.join(', ')} will not be set: a project cannot set such variables`] : []),
    ...(unsafe ? [`will not run: ${unsafe.path} can be changed by others`] : []),
  ]
}

/** One sentence about the whole, and what to do next. */
export function summarize(
  { trust, broken }: FoundProject,
  { isTrusted, approved, asked }: { isTrusted: boolean; approved: boolean; asked: boolean },
): string {
  const { items, digest, root } = trust
  const shown = `digest ${digest}`
  if (items.length === 0 && broken.length === 0) return 'It wants to run nothing.'
  if (isTrusted) return `All ${items.length} approved.\n${shown}`
  if (approved) return `Approved. Any change has to be approved again.\n${shown}`
  const open = items.filter(({ status }) => status !== 'approved').length
  if (open === 0) {
    const rest = items.length === 0 ? 'There is nothing else.' : `The other ${items.length} are approved.`
    return `What was left out does not run, and cannot be approved as it is: mend it, and look again. ${rest}\n${shown}`
  }
  const state = `${open} of ${items.length} not approved: ${open === 1 ? 'it does' : 'they do'} not run.`
  if (asked) return `Nothing was approved. ${state}`
  return `${state}\n${shown}\nTo approve: hookline trust ${root} at a terminal, or add --yes --digest ${digest}`
}

/** The same for programs. */
export function writeTrust({ trust, broken }: FoundProject, trusted: boolean): object {
  return {
    version: 1,
    root: trust.root,
    digest: trust.digest,
    trusted,
    items: trust.items.map((item) => ({
      digest: item.digest,
      status: item.status,
      ...(item.detail !== '' && { detail: item.detail }),
      kind: item.kind,
      layer: item.layer,
      file: item.file,
      ...(item.hook && describeForPrograms(item.hook)),
      runs: describeRuns(item),
      scripts: item.scripts.map(({ name, sha256 }) => ({ name, sha256 })),
      unpinned: item.unpinned,
    })),
    leftOut: broken.map((error) => error.toJSON()),
  }
}

function describeForPrograms(hook: Hook): object {
  const { handler } = hook
  const process = handler.type === 'command' || handler.type === 'worker' ? handler : undefined
  return {
    hook: hook.id,
    event: hook.event,
    dialect: hook.dialect.name,
    handler: handler.type,
    matcher: hook.matcher.describe(),
    ...(hook.condition && { if: hook.condition.describe() }),
    timeoutMs: hook.timeoutMs,
    async: hook.async,
    once: hook.once,
    shadow: hook.shadow,
    env: Object.keys(process?.env ?? {}),
    passEnv: process?.passEnv ?? [],
  }
}
