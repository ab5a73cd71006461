import { resolve } from 'node:path'
import type { LayeredConfig } from '../../config/layer-configs.ts'
import type { ToolCall } from '../../match/index.ts'
import type { Decision } from '../../protocol/decision.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Clock } from '../../protocol/ports.ts'
import type { CreateHooksOptions } from '../hooks-types.ts'
import { isHarmlessTool } from './harmless-call.ts'

/** Id under which the built-in guard decides. */
export const protectionId = 'hookline:self-protection'

/** What the guard says about a call. */
export interface ProtectionVerdict {
  decision: Extract<Decision, 'deny' | 'ask'> | null
  reason: string
  /** Set instead of a decision while its owner has lifted the guard. */
  warning?: string
}

/** The built-in guard of what hooks are made of. It never throws. */
export interface Protection {
  /** Paths that its owner leaves to the agent, as globs. */
  readonly except: readonly string[]
  /** Whether a tool of this name may change files at all; if not, there is nothing to judge. */
  concerns(toolName: string): boolean
  /** Loads the guard if need be; undefined when it is there already. */
  load(): Promise<void> | undefined
  isLoaded(): boolean
  /** What it says about a call; null when it has nothing to say. To be asked once it is loaded: before, it asks about all. */
  judge(call: ToolCall): ProtectionVerdict | null
}

export interface ProtectionRequest {
  projectDir: string
  env: Readonly<Record<string, string | undefined>>
  clock: Clock
  /** Configuration files that their owner named. */
  files: readonly string[]
  hooks(): readonly Hook[]
  /** Paths that its owner leaves to the agent, as globs. */
  except: readonly string[]
}

/** Makes the guard for a project. Costs next to nothing until a call comes that may write. */
export function createProtection(request: ProtectionRequest): Protection {
  let judge: ((call: ToolCall) => ProtectionVerdict | null) | undefined
  return {
    except: request.except,
    concerns: (toolName) => !isHarmlessTool(toolName),
    load: () =>
      judge
        ? undefined
        : import('./judge-protected.ts').then(({ createJudge }) => {
            judge ??= createJudge(request)
          }),
    isLoaded: () => judge !== undefined,
    judge: (call) => (judge ? judge(call) : { decision: 'ask', reason: `${protectionId} is not loaded yet.` }),
  }
}

/** The guard for what was loaded; undefined when its owner has lifted it, or when there are no files that it could guard. */
export function openProtection(
  loaded: () => Pick<LayeredConfig, 'hooks' | 'protect'>,
  { options, clock }: { options: CreateHooksOptions; clock: Clock },
): Protection | undefined {
  const { files = [], settingSources = [], cwd = process.cwd(), env = process.env } = options
  const { on, except } = loaded().protect
  if (!(on ?? options.protect ?? files.length + settingSources.length > 0)) return undefined
  return createProtection({
    projectDir: cwd,
    env,
    clock,
    files: files.map((file) => resolve(cwd, typeof file === 'string' ? file : file.path)),
    hooks: () => loaded().hooks,
    except,
  })
}
