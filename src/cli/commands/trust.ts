import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { readUntrusted } from '../../config/load-files.ts'
import { approveItems, revokeProject } from '../../config/trust/approve-items.ts'
import { judgeProject, type ProjectTrust } from '../../config/trust/judge-project.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { checkDigest } from '../trust/trust-flag.ts'
import { printTrust, summarize, writeTrust } from './trust/print-trust.ts'

const flags = {
  check: { type: 'switch', about: 'Ask nothing: exit 0 if all is approved, 3 if not.' },
  list: { type: 'switch', about: 'Show every project of which something is approved.' },
  revoke: { type: 'switch', about: 'Forget what was approved for the project.' },
  yes: { type: 'switch', about: 'Ask nothing and approve; needs --digest.' },
  digest: { type: 'text', value: 'sha256:…', about: 'With --yes: approve exactly this, or nothing.' },
  suspend: {
    type: 'text',
    value: 'TIME',
    about: 'Lift the guard that keeps agents away from hook files, for at most 24h; 0 puts it back.',
  },
  'i-am-the-owner': { type: 'switch', about: 'With --suspend, where there is no terminal to ask at.' },
} as const

export default defineCommand({
  usage: '[DIR]',
  flags,
  maxArguments: 1,
  examples: [
    'trust',
    'trust --check',
    'trust --yes --digest sha256:…',
    'trust --revoke ../other',
    'trust --suspend 10m',
  ],
  run: trust,
})

type TrustCall = CommandCall<typeof flags>

/** Something the project wants to run is not approved. */
const notApproved = 3

async function trust(call: TrustCall): Promise<number> {
  refuseMixture(call)
  const { flags: given, terminal } = call
  if (given.suspend !== undefined) return (await import('./trust/suspend.ts')).suspend(given, terminal)
  if (given.list) return (await import('./trust/list-projects.ts')).listProjects(given, terminal)
  const folder = findFolder(call.arguments[0])
  if (given.revoke) return revoke(folder, call)
  return judge(folder, call)
}

function refuseMixture({ flags: given, arguments: [folder] }: TrustCall): void {
  const modes = (['check', 'list', 'revoke', 'yes'] as const).filter((name) => given[name])
  const named = [...modes, ...(given.suspend === undefined ? [] : ['suspend'])]
  if (named.length > 1)
    throw new HookError('USAGE', `--${named[0]} and --${named[1]} are two things`, { hint: 'Give one of them.' })
  if (folder !== undefined && (named[0] === 'list' || named[0] === 'suspend'))
    throw new HookError('USAGE', `--${named[0]} takes no folder, found "${folder}"`, { hint: 'Leave it out.' })
  if (given.yes !== (given.digest !== undefined))
    throw new HookError('USAGE', given.yes ? '--yes needs --digest' : '--digest needs --yes', {
      hint: 'Look at what hookline trust --check prints, then write --yes --digest sha256:… with that digest.',
    })
  if (given.digest !== undefined) checkDigest('--digest', given.digest)
}

function findFolder(given = '.'): string {
  const folder = resolve(given)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new HookError('USAGE', `${given} is no folder`, { hint: 'Give the root of a project.' })
}

async function revoke(folder: string, { flags: given, terminal }: TrustCall): Promise<number> {
  const count = await revokeProject(folder, { env: process.env, now: Date.now() })
  if (given.json) terminal.print(JSON.stringify({ version: 1, root: folder, revoked: count }, null, 2))
  else
    terminal.print(
      count === 0
        ? `Nothing was approved of ${folder}.`
        : `Forgot ${count} approval${count === 1 ? '' : 's'} of ${folder}.`,
    )
  return 0
}

async function judge(folder: string, { flags: given, terminal }: TrustCall): Promise<number> {
  const found = await readProject(folder)
  if (found.trust.problem) throw found.trust.problem
  const isTrusted = found.trust.items.every(({ status }) => status === 'approved') && found.broken.length === 0
  if (!given.json) printTrust(found, terminal)
  const hasOpen = found.trust.items.some(({ status }) => status !== 'approved')
  const approved = isTrusted || (!given.check && (hasOpen || given.yes) && (await approve(found.trust, given)))
  if (given.json) terminal.print(JSON.stringify(writeTrust(found, approved), null, 2))
  else terminal.print(summarize(found, { isTrusted, approved, asked: isSeen() && !given.check && !given.yes }))
  return approved ? 0 : notApproved
}

/** What a project wants to run, and its files that could not be read. */
export interface FoundProject {
  trust: ProjectTrust
  broken: HookError[]
}

async function readProject(cwd: string): Promise<FoundProject> {
  const request = { cwd, env: process.env, files: [], settingSources: ['project', 'local'] as const }
  const files = await readUntrusted(request)
  const broken = files.flatMap(({ file, reading }) =>
    reading.problems.slice(0, 1).map((error) => {
      const { code, message, hint } = error
      return new HookError(code, message, { hint, place: { file, ...error.place } })
    }),
  )
  return { trust: judgeProject(files, request), broken }
}

// What was shown is what is approved: the digests are those of the look, whatever has become of the files since.
async function approve(trust: ProjectTrust, given: TrustCall['flags']): Promise<boolean> {
  if (given.yes && given.digest !== trust.digest)
    throw new HookError(
      'USAGE',
      `nothing was approved: the project wants to run ${trust.digest}, not ${given.digest}`,
      {
        hint: 'It has changed since you looked. Look again with hookline trust --check.',
      },
    )
  if (!given.yes && (given.json || !isSeen() || !(await ask()))) return false
  await approveItems(trust, { env: process.env, now: Date.now() })
  return trust.items.every(({ unsafe }) => unsafe === undefined)
}

function isSeen(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

async function ask(): Promise<boolean> {
  const { askApproval } = await import('./trust/ask-approval.ts')
  return askApproval({ input: process.stdin, output: process.stderr })
}
