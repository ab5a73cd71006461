import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openCredentialFile } from '../../src/agent/mcp/auth/credential-file.ts'
import { spillText } from '../../src/agent/spill-text.ts'
import { createOnceStore } from '../../src/cli/fire/once-store.ts'
import { copyProject } from '../../src/cli/replay/scratch-project.ts'
import { exportPage } from '../../src/cli/serve/export-page.ts'
import { writeSuspension } from '../../src/config/trust/suspension.ts'
import { changeApproved } from '../../src/config/trust/trust-store.ts'
import { createHooks, createSession } from '../../src/index.ts'
import { takeSlot } from '../../src/store/lineage-slots.ts'
import { writeToken } from '../../src/store/lineage-token.ts'
import { createRecordStore } from '../../src/store/records/record-store.ts'
import { recordsPath } from '../../src/store/records/schema.ts'
import { createReviewState } from '../../src/store/review-state.ts'
import { findPlaces } from '../../src/supervisor/places.ts'
import { appendLog } from '../../src/supervisor/review-log.ts'

// Something stands where the product is about to write. It must say so and leave that, and what it leads to, as it is.

interface Place {
  root: string
  home: string
  project: string
  env: { HOME: string; PATH: string }
  /** To be called while everything that is written is there. */
  look(): void
}

interface Writer {
  /** Files that it writes, relative to the place. */
  files?: readonly string[]
  /** Files beside those: links are refused, and nobody else can put files there. */
  beside?: readonly string[]
  /** Folders of its own that it writes into. */
  folders?: readonly string[]
  /** Why nothing is told. */
  silent?: string
  prepare?(place: Place): void
  /** Writes, and gives what it told; an error counts as told. */
  write(place: Place): unknown
}

const state = 'home/.local/state/hookline'
const config = 'home/.config/hookline'
const record = { sessionId: 's', firing: null, at: 1, kind: 'loss', body: { count: 1, reason: 'test' } } as const
const mcp = 'https://mcp.example/'

const writers: Record<string, Writer> = {
  'a session': {
    files: ['kept/s.jsonl', 'kept/s.jsonl.speech', 'kept/s.jsonl.lock'],
    folders: ['kept'],
    write: (place) => talk(place, { storage: { dir: join(place.root, 'kept') } }),
  },
  'a session in its usual place': {
    folders: [state, `${state}/sessions`],
    write: (place) => talk(place, {}),
  },
  'the records': {
    files: [`${state}/records.db`, `${state}/records.key`],
    beside: [`${state}/records.db-wal`, `${state}/records.db-shm`],
    folders: [state],
    write({ env, look }) {
      const store = createRecordStore({ path: recordsPath(env), env })
      try {
        store.write([record])
        look()
      } finally {
        store.close()
      }
    },
  },
  'what once-hooks have run': {
    files: [`${state}/state.db`],
    beside: [`${state}/state.db-wal`, `${state}/state.db-shm`],
    folders: [state],
    write({ env, look }) {
      const store = createOnceStore(env)
      void store.claim('key')
      look()
      return store.warnings()
    },
  },
  'the state of the supervisor': {
    files: [`${state}/ccc/supervisor.db`],
    beside: [`${state}/ccc/supervisor.db-wal`, `${state}/ccc/supervisor.db-shm`],
    folders: [state, `${state}/ccc`],
    write({ env, project, look }) {
      const reviews = createReviewState(findPlaces(env, project))
      try {
        reviews.setSwitch('id', true)
        look()
      } finally {
        reviews.close()
      }
    },
  },
  'the log of the supervisor': {
    files: [`${state}/ccc/supervisor.log`],
    folders: [state, `${state}/ccc`],
    silent: 'what is decided does not depend on a log',
    write({ env, project }) {
      const { log, inside } = findPlaces(env, project)
      appendLog(log, 'line', inside)
    },
  },
  'a login at an MCP server': {
    files: [`${state}/mcp/${digestOf(mcp)}.json`],
    folders: [state, `${state}/mcp`],
    write: ({ env }) => openCredentialFile(mcp, env).write({ redirectUrl: 'http://localhost/' }),
  },
  'what is approved': {
    files: [`${config}/trust.json`, `${config}/trust.json.lock`],
    folders: [config],
    write: ({ env, project, look }) =>
      changeApproved(env, { root: project, folder: undefined } as never, () => {
        look()
        return [{ digest: 'd' } as never]
      }),
  },
  'a suspension of the guard': {
    files: [`${config}/suspension.json`, `${config}/trust-log.jsonl`],
    folders: [config],
    write: ({ env }) => void writeSuspension(env, Date.now(), 1000),
  },
  'what the user’s hooks are': {
    files: [`${state}/user-hooks.json`],
    folders: [state],
    prepare({ home }) {
      mkdirSync(join(home, '.hookline'))
      writeFileSync(join(home, '.hookline/hooks.json'), '{"Stop":[{"hooks":[{"command":"true"}]}]}')
    },
    async write({ env, project }) {
      const options = { cwd: project, env, settingSources: ['user'] as const, watchUserFiles: true, preflight: false }
      const hooks = await createHooks({}, { ...options, observer: () => {} } as never)
      await hooks.close()
      return hooks.notices().map(({ message }) => message)
    },
  },
  'a long text of a hook': {
    folders: [state, `${state}/spill`],
    write: ({ env }) => void spillText('text', { sessionId: 's', env }),
  },
  'the key of lineages': {
    files: [`${state}/lineage.key`],
    folders: [state],
    // Without a signature nobody takes it for a beginning.
    write: ({ env }) => (/\.$/.test(writeToken({ root: 'r', session: 's', hooks: [] }, env)) ? 'is no key' : ''),
  },
  'the places of a lineage': {
    folders: [state, `${state}/lineage`],
    write: ({ env }) => void takeSlot('root', { session: 's', env }),
  },
  'a copy for a replay': {
    folders: ['home/.cache/hookline'],
    write({ env, project, look }) {
      const copy = copyProject(project, { env })
      look()
      copy.remove()
    },
  },
  'an exported page': {
    files: ['project/page.html'],
    write: ({ project }) => exportPage({ sessions: () => [] } as never, 's', join(project, 'page.html')),
  },
  'a report of tests': {
    files: ['project/report.xml'],
    write: (place) => run(place, ['test', '--junit', 'report.xml']),
  },
  'a new configuration': {
    files: ['project/.hookline/hooks.json'],
    folders: ['project/.hookline'],
    write: (place) => run(place, ['init', '--yes']),
  },
}

/** What may stand there. */
const plants = {
  'a link to a file': (path, target) => symlinkSync(target.file, path),
  'a link to nowhere': (path, target) => symlinkSync(target.nowhere, path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a file that everyone may write': (path) => {
    writeFileSync(path, 'planted')
    chmodSync(path, 0o666)
  },
  'a file of another user': (path) => {
    writeFileSync(path, 'planted', { mode: 0o600 })
    chownSync(path, 4321, 4321)
  },
  'a link to a folder': (path, target) => symlinkSync(target.folder, path),
  'a folder that everyone may write': (path) => {
    mkdirSync(path)
    chmodSync(path, 0o777)
  },
  'a folder of another user': (path) => {
    mkdirSync(path, { mode: 0o755 })
    chownSync(path, 4321, 4321)
  },
} satisfies Record<string, (path: string, target: Target) => void>

type Plant = keyof typeof plants

interface Target {
  file: string
  folder: string
  nowhere: string
}

const isRoot = process.getuid?.() === 0
const links: Plant[] = ['a link to a file', 'a link to nowhere']
const ofFiles: Plant[] = [...links, 'a pipe', 'a file that everyone may write']
const ofFolders: Plant[] = ['a link to a folder', 'a link to nowhere', 'a folder that everyone may write']

/** Whatever stands there is left alone, so it need not be another user's; or it is the user's own project. */
const onlyLinks = new Set(['an exported page', 'a report of tests', 'a new configuration'])

const rows = Object.entries(writers).flatMap(([name, { files = [], beside = [], folders = [] }]) => {
  const own = onlyLinks.has(name)
  return [
    ...cross(name, files, own ? links : [...ofFiles, ...(isRoot ? ['a file of another user' as const] : [])]),
    ...cross(name, beside, ['a link to a file', 'a link to nowhere']),
    ...cross(
      name,
      folders,
      own ? ['a link to a folder'] : [...ofFolders, ...(isRoot ? ['a folder of another user' as const] : [])],
    ),
  ]
})

function cross(name: string, paths: readonly string[], kinds: readonly Plant[]): [string, Plant, string][] {
  return paths.flatMap((path) => kinds.map((plant): [string, Plant, string] => [name, plant, path]))
}

describe('A15', () => {
  it('every file that is planted later is one that is written', { timeout: 60_000 }, async () => {
    const unseen: string[] = []
    for (const [name, { files = [], beside = [], folders = [], ...writer }] of Object.entries(writers)) {
      // The page itself is there only after a build.
      if (name === 'an exported page') continue
      const wanted = [...files, ...beside, ...folders]
      const seen = new Set<string>()
      const place = makePlace(() =>
        wanted.filter((path) => exists(join(place.root, path))).map((path) => seen.add(path)),
      )
      writer.prepare?.(place)
      expect([name, await tell(writer.write, place)]).toEqual([name, expect.not.stringMatching(told)])
      place.look()
      unseen.push(...wanted.filter((path) => !seen.has(path)).map((path) => `${name}: ${path}`))
    }
    expect(unseen).toEqual([])
    expect(rows.length).toBeGreaterThan(80)
  })

  it.each(rows)('%s leaves %s at %s alone', { timeout: 20_000 }, async (name, plant, path) => {
    const writer = writers[name]!
    const place = makePlace()
    const target = makeTarget(place.root)
    writer.prepare?.(place)
    mkdirSync(dirname(join(place.root, path)), { recursive: true, mode: 0o700 })
    plants[plant](join(place.root, path), target)
    const before = describePlace(place, path)
    const said = await tell(writer.write, place)
    if (writer.silent === undefined) expect(said).toMatch(told)
    expect(describePlace(place, path)).toEqual(before)
  })
})

const told = /link|regular file|belongs to|(?:be written|write).* (?:by|to)|may write|already|is no /

async function tell(write: Writer['write'], place: Place): Promise<string> {
  try {
    return String((await write(place)) ?? '')
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

function makePlace(look: () => void = () => {}): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-planted-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['home', 'project']) mkdirSync(join(root, folder), { mode: 0o755 })
  const home = join(root, 'home')
  return { root, home, project: join(root, 'project'), env: { HOME: home, PATH: process.env['PATH']! }, look }
}

function makeTarget(root: string): Target {
  const target = { file: join(root, 'target'), folder: join(root, 'targets'), nowhere: join(root, 'nowhere') }
  writeFileSync(target.file, 'mine', { mode: 0o640 })
  mkdirSync(join(target.folder, 'replay-old'), { recursive: true })
  // Of a replay that was killed the copy is removed later; this is none.
  utimesSync(join(target.folder, 'replay-old'), 1, 1)
  return target
}

/** What was planted and what it leads to, as far as a writer could change it. */
function describePlace({ root }: Place, path: string): unknown {
  const planted = lstatSync(join(root, path))
  const { size, mode, mtimeMs } = lstatSync(join(root, 'target'))
  return {
    planted: [
      planted.ino,
      planted.mode,
      planted.uid,
      planted.isDirectory() ? readdirSync(join(root, path)) : planted.size,
    ],
    target: [readFileSync(join(root, 'target'), 'utf8'), size, mode, mtimeMs],
    folder: readdirSync(join(root, 'targets'), { recursive: true }),
    nowhere: exists(join(root, 'nowhere')),
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

async function talk(place: Place, options: object): Promise<string> {
  const { env, project, look } = place
  const session = await createSession({
    ...options,
    sessionId: 's',
    env,
    cwd: project,
    records: false,
    permissionMode: 'yolo',
    provider: { type: 'scripted', script: [{ text: 'said in pieces' }] },
  })
  try {
    await session.send('hello')
    const failures: string[] = []
    for await (const message of session.stream()) {
      if (message.type === 'content') look()
      if (message.type === 'error') failures.push(JSON.stringify(message))
    }
    return failures.join()
  } finally {
    await session.close()
  }
}

function run({ project, env }: Place, args: readonly string[]): Promise<string> {
  const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
  return new Promise((finish) => {
    execFile(process.execPath, ['--no-warnings', program, ...args], { cwd: project, env }, (error, _, stderr) =>
      finish(error === null ? '' : stderr),
    )
  })
}

function digestOf(url: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(url).digest('hex').slice(0, 32)
}
