import { describe, expect, it } from 'vitest'
import { findScript } from './interpreters.ts'

describe('findScript', () => {
  it.each([
    ['python3 guard.py --strict', 'python3', 'guard.py'],
    ['/usr/bin/python3.12 -u -X dev guard.py', 'python3.12', 'guard.py'],
    ['sh -eu guard.sh', 'sh', 'guard.sh'],
    ['bash -o pipefail -- guard.sh', 'bash', 'guard.sh'],
    ['node --import ./setup.js guard.js', 'node', 'guard.js'],
    ['perl -w guard.pl', 'perl', 'guard.pl'],
    ['ruby -I lib guard.rb', 'ruby', 'guard.rb'],
  ])('finds the script in `%s`', (line, interpreter, script) => {
    expect(findScript(line.split(' '))).toEqual({ interpreter, script })
  })

  it.each([
    'python3 -c print()',
    'python3 -m guard',
    'python3',
    'bash -lc guard',
    'sh -c guard',
    'node -e 1',
    './guard.py x',
    'jq . file.json',
    'pythonic guard.py',
  ])('finds none in `%s`', (line) => {
    expect(findScript(line.split(' '))).toBeNull()
  })

  it('finds none when a word before the script is not known', () => {
    expect([
      findScript(['python3', null]),
      findScript([null, 'guard.py']),
      findScript(['python3', null, 'guard.py']),
    ]).toEqual([null, null, null])
  })
})
