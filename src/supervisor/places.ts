import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { stateFolder } from '../store/state-folder.ts'

/** Where the supervisor finds and keeps things. No id of a session is part of any path. */
export interface Places {
  /** `ccc.json`. */
  settings: string
  /** `SUPERVISOR.md`. */
  prompt: string
  /** Counters, switches, records. */
  state: string
  log: string
  /** The folder of ours that state and log lie in; undefined when the environment names another. */
  inside: string | undefined
}

/**
 * The places that an environment names: `CCC_CONFIG_DIR` for the settings, and a folder `ccc` in it for the state; without it
 * `~/.claude`, and the user's folder for state. Makes nothing.
 */
export function findPlaces(env: Readonly<Record<string, string | undefined>>, cwd: string): Places {
  const given = env['CCC_CONFIG_DIR']
  const config = given ? resolve(cwd, given) : join(env['HOME'] || homedir(), '.claude')
  const state = join(given ? config : stateFolder(env), 'ccc')
  return {
    settings: join(config, 'ccc.json'),
    prompt: join(config, 'SUPERVISOR.md'),
    state: join(state, 'supervisor.db'),
    log: join(state, 'supervisor.log'),
    inside: given ? undefined : stateFolder(env),
  }
}
