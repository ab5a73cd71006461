import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readUntrusted } from '../../src/config/load-files.ts'
import { approveItems } from '../../src/config/trust/approve-items.ts'
import { judgeProject } from '../../src/config/trust/judge-project.ts'

const opener = resolve(import.meta.dirname, 'fixtures/open-as-nobody.ts')
const nobody = 65534
const stranger = 4321
const hook = '{"PreToolUse":[{"hooks":[{"command":"./guard.sh"}]}]}'

interface Place {
  at(path: string): string
  write(path: string, text: string, owner?: number): string
  open(): Record<string, unknown>
}

function makePlace(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-owners-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  chmodSync(root, 0o755)
  const at = (path: string): string => join(root, path)
  for (const folder of ['home', 'project']) mkdirSync(at(folder))
  chownSync(at('home'), nobody, nobody)
  const place: Place = {
    at,
    write(path, text, owner = 0) {
      mkdirSync(dirname(at(path)), { recursive: true, mode: 0o755 })
      writeFileSync(at(path), text, { mode: 0o755 })
      chownSync(at(path), owner, owner)
      return at(path)
    },
    open() {
      const args = ['--no-warnings', opener, at('project'), at('home')]
      const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 30_000 })
      expect(stderr).toBe('')
      return JSON.parse(stdout) as Record<string, unknown>
    },
  }
  place.write('project/guard.sh', '#!/bin/sh\n')
  place.write('project/.hookline/hooks.json', hook)
  return place
}

// Only root can make files of others, and only root need not be let in: the rest is seen as a user without rights.
const asRoot = it.runIf(process.getuid?.() === 0)

asRoot('A16 files of root are as good as the user’s own', async () => {
  const place = makePlace()
  expect(place.open()).toEqual({ statuses: ['new'], running: 0, notices: [] })
  const request = {
    cwd: place.at('project'),
    env: { HOME: place.at('home') },
    files: [],
    settingSources: ['project'] as const,
  }
  const trust = judgeProject(await readUntrusted(request), request)
  await expect(approveItems(trust, { env: request.env, now: 0 }), 'root in the home of another').rejects.toThrow(
    expect.objectContaining({ code: 'TRUST_STORE_UNSAFE' }),
  )
})

asRoot('F102 a project file of a stranger is left out, and the user’s own stay in force', () => {
  const place = makePlace()
  const file = place.write('project/.claude/settings.json', `{"hooks":${hook}}`, stranger)
  place.write('home/.hookline/hooks.json', hook, nobody)
  chownSync(place.at('home/.hookline'), nobody, nobody)
  expect(place.open()).toEqual({
    statuses: ['new'],
    running: 1,
    notices: [
      expect.stringContaining(`${file} the file was left out: the file was not read: it belongs to user ${stranger}`),
    ],
  })
})

asRoot('F102 a user file of a stranger refuses the load', () => {
  const place = makePlace()
  place.write('home/.hookline/hooks.json', hook, stranger)
  expect(place.open()).toMatchObject({
    refused: expect.stringContaining(`it belongs to user ${stranger}, neither this user nor root (mode 0755)`),
    hint: `Look at it, then run: chown ${nobody} ${place.at('home/.hookline/hooks.json')}`,
    expected: true,
  })
})

asRoot('F99 a user file that cannot be read refuses the load, and so does no script of a project', () => {
  const place = makePlace()
  chmodSync(place.at('project/guard.sh'), 0o000)
  expect(place.open()).toEqual({ statuses: ['new'], running: 0, notices: [] })
  chmodSync(place.write('home/.hookline/hooks.json', hook), 0o600)
  expect(place.open()).toMatchObject({ refused: expect.stringContaining('this user may not read it'), expected: true })
})
