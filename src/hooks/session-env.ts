import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isSecretName } from '../base/redact/secret-names.ts'
import type { Hook } from '../protocol/hook.ts'

/** Variables that hooks have set for the rest of the session, and what was refused. */
export interface AcceptedEnv {
  env: Record<string, string>
  refused: string[]
}

/** Keeps what may be set; names that load code, redirect traffic or carry credentials are refused. */
export function acceptEnv(given: Readonly<Record<string, string>>): AcceptedEnv {
  const accepted: AcceptedEnv = { env: {}, refused: [] }
  for (const [name, value] of Object.entries(given)) {
    const problem = refusal(name, value)
    if (problem === undefined) accepted.env[name] = value
    else accepted.refused.push(`${name} was not set: ${problem}`)
  }
  return accepted
}

// With one longer than 128 KiB no program would start any more.
const longestValue = 32_000
const loaderNames =
  /^(LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|BASH_ENV|ENV|PROMPT_COMMAND|PS4|SHELLOPTS|BASHOPTS|IFS|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|PERL5DB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXEC_PATH|GIT_CONFIG.*|GIT_ASKPASS|SSH_ASKPASS|GCONV_PATH|GLIBC_TUNABLES)$/
const endpointNames = /(^|_)(BASE_URL|API_BASE|API_URL|ENDPOINT|ENDPOINT_URL|API_HOST)$|_PROXY$|_CONFIG_DIR$/i

function refusal(name: string, value: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'it is no name of a variable'
  if (value.includes('\0')) return 'its value holds a NUL byte'
  if (value.length > longestValue) return `its value is longer than ${longestValue} characters`
  if (loaderNames.test(name)) return 'it makes programs load code'
  if (endpointNames.test(name)) return 'it redirects traffic'
  if (name.startsWith('HOOKLINE_')) return 'it belongs to Hookline'
  return isSecretName(name) ? 'it names a credential' : undefined
}

/** Lines of an env file: blank and `#` skipped, split at the first `=`, optional `export `, surrounding quotes stripped. */
export function parseEnvLines(text: string): Record<string, string> {
  const env: Record<string, string> = {}
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim().replace(/^export\s+/, '')
    const at = trimmed.indexOf('=')
    if (trimmed === '' || trimmed.startsWith('#') || at <= 0) continue
    env[trimmed.slice(0, at).trim()] = unquote(trimmed.slice(at + 1).trim())
  }
  return env
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(value)
  return quoted ? quoted[2]! : value
}

/** Watches the env files while a session starts: only what its hooks add counts. */
export interface EnvFiles {
  /** A fresh private file for hooks that append to `CLAUDE_ENV_FILE`; undefined when none could be made. */
  readonly envFile: string | undefined
  /** The variables added since, then removes the private file. */
  collect(): Record<string, string>
}

/** Begins to watch. With hooks of Kimi among these the folder of the project's file is there: they append to `KIMI_ENV_FILE`. */
export function watchEnvFiles(projectDir: string, hooks: readonly Hook[] = []): EnvFiles {
  const envFile = createEnvFile()
  const projectFile = join(projectDir, '.kimi', 'env')
  const isFolderOurs = hooks.some(isOfKimi) && makeFolder(dirname(projectFile))
  const before = readIfFile(projectFile)
  return {
    envFile,
    collect: () => {
      const after = readIfFile(projectFile)
      if (isFolderOurs) removeIfEmpty(dirname(projectFile))
      const added = addedText(before, after)
      if (envFile === undefined) return parseEnvLines(added)
      const env = { ...parseEnvLines(added), ...parseEnvLines(readIfFile(envFile)) }
      removeFolder(dirname(envFile))
      return env
    },
  }
}

function isOfKimi({ dialect, idle }: Hook): boolean {
  return idle === undefined && dialect.name.startsWith('kimi')
}

// True when it was not there before.
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // a hook has put something there
  }
}

// A full disk must not keep a session from starting, and neither must a hook that locked its file away.
function createEnvFile(): string | undefined {
  try {
    const envFile = join(mkdtempSync(join(tmpdir(), 'hookline-env-')), 'env')
    appendFileSync(envFile, '', { mode: 0o600 })
    return envFile
  } catch {
    return undefined
  }
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // it stays behind in the folder for temporary files
  }
}

// A hook that writes the file anew has added only the lines that were not there: those of before are not its own.
function addedText(before: string, after: string): string {
  if (after.startsWith(before)) return after.slice(before.length)
  const known = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter((line) => !known.has(line))
    .join('\n')
}

const largestEnvFile = 1 << 20

function readIfFile(path: string): string {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= largestEnvFile ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}
