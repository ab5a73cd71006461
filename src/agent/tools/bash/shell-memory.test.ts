import { describe, expect, it } from 'vitest'
import { parseTraces, ShellMemory } from './shell-memory.ts'

describe('the memory of a shell', () => {
  it('lays what commands have changed over an environment that changes too', () => {
    const memory = new ShellMemory()
    memory.learn({ A: '1', B: '2', PWD: '/' }, { A: '1', C: '3', PWD: '/x', _: 'env', SHLVL: '1' })
    expect(memory.apply({ A: 'new', B: '2', D: '4' })).toEqual({ A: 'new', C: '3', D: '4' })
    memory.learn({ C: '3' }, { B: 'again' })
    expect(memory.apply({ C: 'host' })).toEqual({ B: 'again' })
  })

  it('keeps nothing that decides what programs load or run, and names it', () => {
    const memory = new ShellMemory()
    const after = { PATH: '/evil', LD_PRELOAD: 'x', NODE_OPTIONS: 'x', 'BASH_FUNC_ls%%': '() { :; }', OK: '1' }
    expect(memory.learn({ PATH: '/bin', HOME: '/root' }, after)).toEqual([
      'PATH',
      'HOME',
      'LD_PRELOAD',
      'NODE_OPTIONS',
      'BASH_FUNC_ls%%',
    ])
    expect(memory.apply({ PATH: '/bin' })).toEqual({ PATH: '/bin', OK: '1' })
  })

  it('hands on nothing that makes shells run other things', () => {
    const names = { BASH_ENV: 'x', ENV: 'x', SHELLOPTS: 'xtrace', BASHOPTS: 'x', A: '1' }
    expect(new ShellMemory().apply(names)).toEqual({ A: '1' })
  })
})

describe('the traces of a command', () => {
  it('are a directory and an environment', () => {
    expect(parseTraces('/a\nb\n\0A=1=2\0B=x\ny\0C=\0\0')).toEqual({ cwd: '/a\nb', env: { A: '1=2', B: 'x\ny', C: '' } })
  })

  it.each(['', '/a', '/a\n\0', '/a\n\0A=1', '/a\n\0A=1\0', 'a\n\0A=1\0\0'])(
    'are not read when they are not complete: %j',
    (text) => {
      expect(parseTraces(text)).toBeUndefined()
    },
  )
})
