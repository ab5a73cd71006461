import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { locateFiles } from '../config/locate-files.ts'
import { createHooks } from '../hooks/create-hooks.ts'
import type { Hook } from '../protocol/hook.ts'
import { parseCommand } from '../shell/index.ts'
import { findHookTests } from './find-hook-tests.ts'
import type { TestRequest } from './test-hooks.ts'

/**
 * The files whose change may change what a test finds out: configuration files, files of cases, and scripts that commands name.
 * Never rejects: of a configuration that cannot be understood the scripts are not known.
 */
export async function listWatchedFiles(request: TestRequest): Promise<string[]> {
  const { cwd, env, configs, tests } = request
  const settingSources = ['managed', 'user', 'project', 'local'] as const
  const named = configs.length + tests.length > 0
  const found = named
    ? []
    : [...locateFiles({ cwd, env, settingSources }).map(({ file }) => file), ...findHookTests(cwd)]
  const files = configs.map((path) => ({ path, ...(request.dialect !== undefined && { dialect: request.dialect }) }))
  const hooks = await readHooks({ cwd, env, files, settingSources: named ? [] : settingSources })
  const all = [...configs, ...tests, ...found, ...hooks.flatMap((hook) => listScripts(hook, cwd))]
  return [...new Set(all.map((path) => resolve(cwd, path)))]
}

async function readHooks(options: Parameters<typeof createHooks>[1]): Promise<readonly Hook[]> {
  try {
    const hooks = await createHooks({}, { ...options, observer: () => {} })
    await hooks.close()
    return hooks.list()
  } catch {
    return []
  }
}

function listScripts({ handler }: Hook, cwd: string): string[] {
  if (handler.type !== 'command' && handler.type !== 'worker') return []
  const folder = resolve(cwd, handler.cwd ?? '.')
  const words = listWords(handler).map((word) => word.replaceAll('"', '').replace(/^\$\{?\w*PROJECT_DIR\}?/, cwd))
  return words.map((word) => resolve(folder, word)).filter(isFile)
}

function listWords(handler: Extract<Hook['handler'], { type: 'command' | 'worker' }>): string[] {
  if (handler.type === 'command' && 'exec' in handler.run) return [handler.run.exec, ...handler.run.args]
  const line = handler.type === 'worker' ? handler.command : 'shell' in handler.run ? handler.run.shell : ''
  return parseCommand(line).commands.flatMap(({ words }) => words.map(({ value, raw }) => value ?? raw))
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}
