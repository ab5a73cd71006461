import module from 'node:module'
import { runHookProcess } from '../../supervisor/hook-process.ts'

/**
 * Answers and ends this process if it was called as the supervisor's hook; else does nothing. Every stop of an agent starts the
 * program for this one answer, so nothing else is loaded before it.
 */
export async function answerAsHook(): Promise<void> {
  const [command, ...argv] = process.argv.slice(2)
  if (command !== 'supervisor-hook' || argv.includes('--help') || argv.includes('-h')) return
  const { XDG_CACHE_HOME: cache, HOME: home } = process.env
  if (cache?.startsWith('/')) module.enableCompileCache(`${cache}/hookline/compiled`)
  else if (home?.startsWith('/')) module.enableCompileCache(`${home}/.cache/hookline/compiled`)
  process.exit(await runHookProcess(argv))
}
