import module from 'node:module'

/**
 * Runs a program as this process, from its arguments to its exit code. Everything but this file is loaded afterwards, so
 * that node can take it compiled from its cache.
 */
export async function startProgram(): Promise<void> {
  if (!isSupported(process.versions.node)) {
    process.stderr.write(`error[USAGE] Node ${process.versions.node} is too old\nhint: Use Node 22.18 or later.\n`)
    process.exit(1)
  }
  const folder = chooseCacheFolder(process.env)
  if (folder !== undefined) module.enableCompileCache(folder)
  const { createTerminal, hookline, runProgram } = await import('./programs.ts')
  const terminal = createTerminal(process)
  const code = await runProgram(hookline, process.argv.slice(2), terminal)
  await terminal.flush()
  // A hook that cannot be killed or a handle nobody closed must not keep the caller waiting for an answer it has.
  process.exit(code)
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

// Compiled code is code: it is kept where only its user may write, never in a shared folder for temporary files.
function chooseCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const { XDG_CACHE_HOME: cache, HOME: home } = env
  if (cache?.startsWith('/')) return `${cache}/hookline/compiled`
  return home?.startsWith('/') ? `${home}/.cache/hookline/compiled` : undefined
}
