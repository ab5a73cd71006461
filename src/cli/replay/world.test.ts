import { expect, it } from 'vitest'
import { createWorld } from './world.ts'

const world = createWorld('/home/me/app', '/copy/app')

it('maps paths of the project into the folder and back, wherever they stand', () => {
  const input = {
    cwd: '/home/me/app/src',
    toolInput: {
      command: 'cd /home/me/app && cat "/home/me/app/a.txt" --root=/home/me/app',
      '/home/me/app/key': ['/home/me/app'],
    },
    count: 3,
  }
  const moved = {
    cwd: '/copy/app/src',
    toolInput: { command: 'cd /copy/app && cat "/copy/app/a.txt" --root=/copy/app', '/copy/app/key': ['/copy/app'] },
    count: 3,
  }
  expect(world.enter(input)).toEqual(moved)
  expect(world.leave(moved)).toEqual(input)
})

it('leaves other paths alone that begin with the same letters', () => {
  for (const text of ['/home/me/app2/x', '/home/me/app-old', '/srv/home/me/app', '/home/me/app.bak'])
    expect(world.enter(text)).toBe(text)
})

it('changes nothing when the folder is the project', () => {
  const value = { cwd: '/home/me/app' }
  expect(createWorld('/home/me/app', '/home/me/app').enter(value)).toBe(value)
})
