import { hookEnvironment } from '../../handlers/hook-environment.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import type { SyntaxNode } from '../../shell/syntax-tree.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import type { CodeSource } from '../shell/hook-code.ts'
import { walkTree, wordsOf } from '../shell/walk-tree.ts'
import { native } from './example.ts'

const observer = (extra: string): string =>
  `{ "Notification": [{ "hooks": [{ "command": "echo \\"$DEPLOY_TARGET\\""${extra} }] }] }`

/** Variables that a hook uses and does not get. */
export const variableChecks: readonly LintCheck[] = [
  {
    code: 'unpassed-variable',
    title: 'A hook uses a variable that is not passed to it.',
    severity: 'warning',
    why: 'Hooks of native files start with a short list of harmless variables, and no hook is given a model credential: this one is empty.',
    remedy: 'Name it under passEnv, set it under env, or give it a default as in ${NAME:-value}.',
    example: { wrong: native(observer('')), right: native(observer(', "passEnv": ["DEPLOY_TARGET"]')) },
    hook: findUnpassed,
  },
]

// Set by the shell itself.
const shellOwn =
  /^(?:\d+|[@*#?$!_-]|PWD|OLDPWD|IFS|PPID|RANDOM|LINENO|SECONDS|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|UID|EUID|GROUPS|SHLVL|OPTARG|OPTIND|OPTERR|REPLY|PS[1-4]|BASH.*|FUNCNAME|PIPESTATUS|DIRSTACK|EPOCH.*|COLUMNS|LINES|KIMI_ENV_FILE|CLAUDE_ENV_FILE)$/

function* findUnpassed(linted: LintedHook): Generator<Finding> {
  const sources = linted.code.sources.filter(({ tree }) => tree)
  const assigned = new Set(sources.flatMap(listAssigned))
  const told = new Set<string>()
  for (const source of sources) {
    for (const { name, offset } of listUsed(source)) {
      if (told.has(name) || assigned.has(name) || shellOwn.test(name)) continue
      if (isPassed(name, linted)) continue
      told.add(name)
      yield {
        place: source.place(offset),
        message: `$${name} is not passed to the hook, so it is empty.`,
        hint: `Add "passEnv": ["${name}"] to the hook, set it under env, or write \${${name}:-default}.`,
      }
    }
  }
}

function listUsed({ tree }: CodeSource): { name: string; offset: number }[] {
  const used: { name: string; offset: number }[] = []
  walkTree(tree!, (node) => {
    if (node.type === 'SimpleExpansion') used.push({ name: node.text.slice(1), offset: node.pos })
    if (node.type === 'ParameterExpansion' && !hasDefault(node)) used.push({ name: node.parameter, offset: node.pos })
  })
  return used
}

function hasDefault({ operation, prefix }: Extract<SyntaxNode, { type: 'ParameterExpansion' }>): boolean {
  return operation?.type === 'Default' || prefix === '!'
}

const declaring = new Set([
  'read',
  'export',
  'local',
  'declare',
  'typeset',
  'readonly',
  'mapfile',
  'readarray',
  'getopts',
])

function listAssigned({ tree }: CodeSource): string[] {
  const names: string[] = []
  walkTree(tree!, (node) => {
    if (node.type === 'Assignment') names.push(node.name)
    if (node.type === 'For' || node.type === 'Select') names.push(node.name.value)
    if (node.type !== 'Command') return
    const [name, ...args] = wordsOf(node)
    if (name != null && declaring.has(name)) names.push(...args.flatMap((arg) => arg?.split('=')[0] ?? []))
    if (name === 'printf' && args[0] === '-v' && args[1] != null) names.push(args[1])
  })
  return names
}

// Asked of the code that makes the environment, so that there is no second list of what passes.
function isPassed(name: string, { hook, file }: LintedHook): boolean {
  const { projectDir } = file.context
  const input = {
    event: hook.event,
    sessionId: 'lint',
    hookExecutionId: 'lint',
    projectDir,
    cwd: projectDir,
    toolName: 'Bash',
    toolUseId: 'lint',
    toolInput: {},
  } as unknown as FullInput
  const session = { id: 'lint', projectDir, hostEnv: { [name]: 'set' }, sessionEnv: {} }
  return Object.hasOwn(hookEnvironment(hook, input, session, { envFile: projectDir }), name)
}
