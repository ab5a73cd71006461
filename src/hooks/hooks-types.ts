import type { TypedHook } from '../dialects/index.ts'
import type { InputCheck } from '../engine/judge-input.ts'
import type { ModelProvider, ProviderOptions } from '../models/model-types.ts'
import type { PermissionMode } from '../protocol/common-input.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { PermissionLists } from '../protocol/native-config.ts'
import type { Clock, Handlers, Lineage, Observer, StateStore } from '../protocol/ports.ts'
import type { QuestionDesk, RecordLog } from '../protocol/records.ts'
import type { Store } from '../protocol/store.ts'
import type { TelemetryOptions } from '../telemetry/telemetry.ts'
import type { Ask, CanUseTool } from './permission-types.ts'

/** What `createHooks` may be given beside the configuration. */
export interface CreateHooksOptions {
  /** Root of the project; relative files and scripts start here. The working directory by default. */
  cwd?: string
  /** Configuration files named by their owner: naming one is trusting it. */
  files?: readonly (string | { path: string; dialect?: DialectName })[]
  /** Which files to look for besides: user, project and local ones. None by default. */
  settingSources?: readonly SettingSource[]
  /**
   * Hooks of project and local files that may run though nobody approved them on this machine, by their digests (`sha256:…`): of
   * single hooks, or of all that the project wants to run, as `hookline trust --check` prints it.
   */
  trustedHooks?: readonly string[]
  /** `false`: changes of user files since the last time are neither announced nor remembered. */
  watchUserFiles?: boolean
  /**
   * Whether tool calls are kept from changing what hooks are made of, unless the configuration of the user or of code says
   * otherwise. By default they are when files are read, and not when all hooks are in code.
   */
  protect?: boolean
  /** Hooks in code in the claude dialect; they run before hooks from files. */
  typedHooks?: readonly TypedHook[]
  /** Sees every step. Without one, failed-open and skipped hooks become process warnings, once per hook. */
  observer?: Observer
  /** Spans and measures for OpenTelemetry, with the providers that the host has registered. Nothing is loaded without it. */
  telemetry?: boolean | TelemetryOptions
  /** Keeps which once-hooks ran. In memory by default. */
  store?: StateStore
  /**
   * Where every event, run and decision is recorded: `true` for the user's own records, in `XDG_STATE_HOME`. Nowhere by default. A
   * log that is given stays open at `close`.
   */
  records?: RecordLog | RecordSettings | boolean
  /**
   * `'required'`: a tool call runs only once the record of its permission is on disk, and is denied when it cannot be written.
   * `'best-effort'`, the default: records that cannot be written are counted, and shown once.
   */
  audit?: 'required' | 'best-effort'
  /**
   * Where questions are laid for other processes to answer, beside the host's own `ask`; the first answer counts. Without an
   * `ask` questions wait for the desk alone.
   */
  desk?: QuestionDesk
  /**
   * Where hooks that nobody waits for are kept until they are done: one that died with its process is recorded as interrupted, and
   * run once more by the next engine of the project that has the same hook. With `records` of its own that is their store.
   */
  jobs?: Store
  /** What records say runs the sessions; `sdk` by default. */
  program?: string
  /** Where prompt hooks find their model, or how. The provider whose key is in the environment by default. */
  models?: ModelProvider | ProviderOptions
  /**
   * Keys of models that no hook may find in its environment, whatever variable holds them, and that are hidden in records and
   * telemetry; those of `models` are among them.
   */
  modelSecrets?: readonly string[]
  /** Handlers beside the built-in ones, or instead of them. */
  handlers?: Handlers
  /** Says why an input does not fit its tool, or undefined when it does. */
  validateInput?: InputCheck
  clock?: Clock
  /** The host's environment; `process.env` by default. */
  env?: Readonly<Record<string, string | undefined>>
  /** Reloads when a configuration file changes, appears or goes. Keeps no process alive. */
  watch?: boolean
  /** `false`: commands that cannot start are not looked for when the configuration is loaded. */
  preflight?: boolean
  /** `'load'`: prove every sample of every guard before starting, and refuse to start when one fails or is missing. */
  prove?: 'load'
}

/** Which records are written, and how long they are kept. */
export interface RecordSettings {
  /** The database; `records.db` in the state folder by default. */
  path?: string
  /** Days after its last record that a session is kept; 30 by default. */
  maxAgeDays?: number
  /** About how many bytes all sessions together may take; 1 GiB by default. */
  maxBytes?: number
  /** Hidden wherever they appear, beside credentials of the environment and whatever looks like one. */
  secrets?: readonly string[]
}

export type SettingSource = 'managed' | 'user' | 'project' | 'local'

export type { TypedHook }

/** What a session of hooks is given. */
export interface SessionOptions {
  id: string
  cwd?: string
  projectDir?: string
  /** Variables that hooks and the shell tool of this session see from the start. */
  env?: Readonly<Record<string, string>>
  /** The environment hooks start from; that of `createHooks` by default. */
  hostEnv?: Readonly<Record<string, string | undefined>>
  transcriptPath?: string
  permissionMode?: PermissionMode
  permissions?: PermissionLists
  canUseTool?: CanUseTool
  onAsk?: Ask
  /** True for an agent: it counts by itself among those that a hook of another process has started. */
  isAgent?: boolean
  /** @internal */
  modelSecrets?: readonly string[]
  /** @internal The hooks below which the session stands. */
  lineage?: Lineage
}
