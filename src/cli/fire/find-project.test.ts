import { expect, test } from 'vitest'
import { readWireEvent } from '../../dialects/wire-in.ts'
import { findProject } from './find-project.ts'

const here = process.cwd()
const folder = import.meta.dirname

/** The project of a stop with these fields, and what is warned of. */
function find(fields: object, { given, env = {} }: { given?: string; env?: Record<string, string> } = {}): string[] {
  const event = readWireEvent({ hook_event_name: 'Stop', session_id: 's', ...fields })
  return [findProject(given, event, env), ...event.warnings]
}

const passedOver = (name: string, used: string): string =>
  `"${name}" of the event is no folder on this machine: its project is taken to be ${used}`

test('takes the folder that was given, the project of the event, its working directory, ours', () => {
  expect([
    find({ cwd: '/nope' }, { given: folder }),
    find({ project_dir: folder, cwd: '/' }),
    find({ project_dir: folder, cwd: '/nope' }),
    find({ cwd: folder }),
    find({ cwd: folder }, { env: { CLAUDE_PROJECT_DIR: here } }),
    find({ cwd: '/nope/sub' }, { env: { CLAUDE_PROJECT_DIR: '/' } }),
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

test('says nothing of an event that no hook runs for', () => {
  expect(find({ hook_event_name: 'FileChanged', cwd: '/nope' })).toEqual([
    here,
    'FileChanged is an event that Hookline does not host: no hook ran.',
  ])
})
