import { expect, test, vi } from 'vitest'
import { readWireEvent } from '../../dialects/wire-in.ts'
import { parseFlags } from '../parse-flags.ts'
import { chooseSources } from './choose-sources.ts'
import { fireFlags } from './fire-flags.ts'

const here = process.cwd()
const folder = import.meta.dirname

/** The project of a stop with these fields, and what is warned of. */
function find(fields: object, { args = [], around }: { args?: string[]; around?: string } = {}): string[] {
  if (around !== undefined) vi.stubEnv('CLAUDE_PROJECT_DIR', around)
  try {
    const event = readWireEvent({ hook_event_name: 'Stop', session_id: 's', ...fields })
    return [chooseSources(parseFlags(args, fireFlags).flags, event).cwd, ...event.warnings]
  } finally {
    vi.unstubAllEnvs()
  }
}

const passedOver = (name: string, used: string): string =>
  `"${name}" of the event is no folder on this machine: its project is taken to be ${used}`

test('takes the folder that was given, the project of the event, its working directory, ours', () => {
  expect([
    find({ cwd: '/nope' }, { args: ['--cwd', folder] }),
    find({ project_dir: folder, cwd: '/' }),
    find({ project_dir: folder, cwd: '/nope' }),
    find({ cwd: folder }),
    find({ cwd: folder }, { around: here }),
    find({ cwd: '/nope/sub' }, { around: '/' }),
    find({ cwd: '' }),
    find({}),
  ]).toEqual([[folder], [folder], [folder], [folder], [here], ['/'], [here], [here]])
})

test('tells of a folder that is not on this machine', () => {
  expect([
    find({ cwd: '/nope' }),
    find({ cwd: 'relative' }),
    find({ project_dir: '/nope', cwd: folder }),
    find({ project_dir: '/nope', cwd: '/gone' }),
  ]).toEqual([
    [here, passedOver('/nope', here)],
    [here, passedOver('relative', here)],
    [folder, passedOver('/nope', folder)],
    [here, passedOver('/nope', here)],
  ])
})

test('says nothing of it where the files are named', () => {
  expect(find({ cwd: '/nope' }, { args: ['--config', 'hooks.json'] })).toEqual([here])
})

test('says nothing of an event that no hook runs for', () => {
  expect(find({ hook_event_name: 'FileChanged', cwd: '/nope' })).toEqual([
    here,
    'FileChanged is an event that Hookline does not host: no hook ran.',
  ])
})
