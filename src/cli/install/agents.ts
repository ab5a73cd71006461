import { join } from 'node:path'
import { claudeEvents } from '../../dialects/claude/names.ts'
import type { TargetEntry } from '../../dialects/convert/target-writer.ts'
import { kimiEvents, officialEvents } from '../../dialects/kimi/names.ts'
import type { DialectName } from '../../protocol/dialect.ts'

export type Scope = 'user' | 'project' | 'local'

/** An agent that can have Hookline as its hook. */
export interface Agent {
  readonly title: string
  readonly dialect: DialectName
  /** Its settings file for each scope it has. */
  readonly files: Partial<Record<Scope, (places: { home: string; project: string }) => string>>
  /** How its hooks name the project's folder in a shell. */
  readonly projectFolder: string
  /** The entries that register a command for every event it shares with us. */
  write(command: string): TargetEntry[]
}

/** The longest that agents let a hook run; Hookline keeps the limits of its own hooks. */
const longestSeconds = 600

/** Every agent that `install` knows. */
export const agents: Readonly<Record<string, Agent>> = {
  claude: {
    title: 'Claude Code',
    dialect: 'claude',
    files: {
      user: ({ home }) => join(home, '.claude', 'settings.json'),
      project: ({ project }) => join(project, '.claude', 'settings.json'),
      local: ({ project }) => join(project, '.claude', 'settings.local.json'),
    },
    projectFolder: '"$CLAUDE_PROJECT_DIR"',
    write: (command) =>
      [...claudeEvents.keys()].map((event) => ({ event, hook: { type: 'command', command, timeout: longestSeconds } })),
  },
  kimi: {
    title: 'Kimi',
    dialect: 'kimi',
    files: {
      user: ({ home }) => join(home, '.kimi', 'config.toml'),
      project: ({ project }) => join(project, '.kimi', 'config.toml'),
    },
    projectFolder: '"$KIMI_WORK_DIR"',
    write: (command) =>
      [...kimiEvents.keys()].map((event) => ({
        event,
        hook: { name: 'hookline', type: 'command', command, timeout: longestSeconds * 1000 },
      })),
  },
  'kimi-official': {
    title: 'Kimi Code',
    dialect: 'kimi-official',
    files: { user: ({ home }) => join(home, '.kimi-code', 'config.toml') },
    projectFolder: '.',
    write: (command) =>
      [...officialEvents.keys()].map((event) => ({ event, hook: { event, command, timeout: longestSeconds } })),
  },
}
