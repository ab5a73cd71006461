import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../in-transaction.ts'
import { openSqlite } from '../open-sqlite.ts'
import { stateFolder } from '../state-folder.ts'

/** Where the records of a user lie: `records.db` in the state folder. Makes nothing. */
export function recordsPath(env: Readonly<Record<string, string | undefined>>): string {
  return join(stateFolder(env), 'records.db')
}

/**
 * Opens the database of records with the newest schema, made if need be, both file and folder for their owner only. Throws when
 * it cannot be used, or when a newer version of the program has written it.
 */
export function openRecords(path: string): DatabaseSync {
  const database = openSqlite(path, '')
  try {
    migrate(database, path)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function migrate(database: DatabaseSync, path: string): void {
  const found = readVersion(database)
  if (found > migrations.length)
    throw new Error(
      `${path} has version ${found}, and this program knows ${migrations.length}: it was written by a newer one`,
    )
  if (found === migrations.length) return
  inTransaction(database, () => {
    for (let version = readVersion(database); version < migrations.length; version++) {
      database.exec(migrations[version]!)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    }
  })
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

/**
 * What turns one version of the schema into the next; the first makes it. A record's text is its `body`; the other columns
 * of `records`, and all of `firings` and `runs`, follow from it and are there to be searched.
 */
const migrations: readonly string[] = [
  `
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, project_dir TEXT NOT NULL, program TEXT NOT NULL,
  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, events INTEGER NOT NULL, runs INTEGER NOT NULL, denied INTEGER NOT NULL,
  failed_open INTEGER NOT NULL, slow INTEGER NOT NULL, bytes INTEGER NOT NULL,
  count INTEGER NOT NULL, head TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions (last_at);

CREATE TABLE removed_sessions (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL, count INTEGER NOT NULL, head TEXT NOT NULL, removed_at INTEGER NOT NULL,
  why TEXT NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE INDEX removed_sessions_by_id ON removed_sessions (id);

CREATE TABLE records (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, firing INTEGER,
  kind TEXT NOT NULL, event TEXT, tool TEXT, refused INTEGER NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_in_session ON records (session, seq);
CREATE INDEX records_of_firing ON records (firing) WHERE firing IS NOT NULL;
CREATE INDEX records_by_time ON records (at);
CREATE INDEX records_by_kind ON records (kind);
CREATE INDEX records_by_tool ON records (tool) WHERE tool IS NOT NULL;
CREATE INDEX records_refused ON records (id) WHERE refused = 1;

CREATE TABLE firings (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL, last INTEGER NOT NULL,
  owner TEXT NOT NULL, event TEXT, tool TEXT, agent TEXT, ms REAL, decision TEXT, reason TEXT, decided_by TEXT,
  failed_open INTEGER NOT NULL, ended INTEGER NOT NULL, runs INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX firings_by_name ON firings (name, session);
CREATE INDEX firings_in_session ON firings (session);
CREATE INDEX firings_by_time ON firings (at);
CREATE INDEX firings_by_last ON firings (last);
CREATE INDEX firings_by_event ON firings (event);
CREATE INDEX firings_by_tool ON firings (tool) WHERE tool IS NOT NULL;
CREATE INDEX firings_by_length ON firings (ms) WHERE ms IS NOT NULL;
CREATE INDEX firings_denied ON firings (id) WHERE decision = 'deny';
CREATE INDEX firings_open ON firings (id) WHERE failed_open = 1;

CREATE TABLE runs (
  id INTEGER PRIMARY KEY, session INTEGER NOT NULL, firing INTEGER, at INTEGER NOT NULL, hook TEXT NOT NULL, name TEXT,
  source TEXT NOT NULL, handler TEXT NOT NULL, ms REAL NOT NULL, blocked INTEGER NOT NULL, failed INTEGER NOT NULL,
  failed_open INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_by_hook ON runs (hook, ms, blocked, failed, failed_open, at);
CREATE INDEX runs_of_hook ON runs (hook, firing);
CREATE INDEX runs_by_name ON runs (name, firing) WHERE name IS NOT NULL;
CREATE INDEX runs_in_session ON runs (session);

CREATE TABLE questions (
  id TEXT PRIMARY KEY, session TEXT NOT NULL, asked_at INTEGER NOT NULL, owner TEXT NOT NULL, body TEXT NOT NULL,
  answer TEXT, answered_at INTEGER
) STRICT;
CREATE INDEX questions_open ON questions (asked_at) WHERE answer IS NULL;

CREATE TABLE claims (key TEXT PRIMARY KEY, claimed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counters (key TEXT PRIMARY KEY, value INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY, queue TEXT NOT NULL, session TEXT NOT NULL, firing TEXT, body TEXT NOT NULL, state TEXT NOT NULL,
  owner TEXT NOT NULL, attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_unfinished ON jobs (queue, created_at) WHERE state <> 'done';
`,
]
