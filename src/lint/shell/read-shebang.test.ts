import { expect, test } from 'vitest'
import { readShebang } from './read-shebang.ts'

test.each([
  ['#!/bin/sh\n', { path: '/bin/sh', program: 'sh', byName: false }],
  ['#! /usr/bin/env bash', { path: '/usr/bin/env', program: 'bash', byName: true }],
  ['#!/usr/bin/env -S node --x\n', { path: '/usr/bin/env', program: 'node', byName: true }],
  ['#!/usr/bin/env A=1 python3\n', { path: '/usr/bin/env', program: 'python3', byName: true }],
  ['#!/bin/bash -eu\r\n', { path: '/bin/bash', program: 'bash', byName: false }],
  ['echo #!/bin/sh', undefined],
  ['#!\n', undefined],
])('reads %j', (text, expected) => {
  expect(readShebang(text)).toEqual(expected)
})
