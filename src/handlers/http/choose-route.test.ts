import { describe, expect, it } from 'vitest'
import { onlyHook } from '../../../test/support/make-hook.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { Layer } from '../../protocol/source.ts'
import { chooseRoute, matchesHost } from './choose-route.ts'

function httpHook(url: string, allowedHosts?: string[], layer: Layer = 'user'): Hook {
  const hook = onlyHook('blade', { Stop: [{ hooks: [{ type: 'http', url, ...(allowedHosts && { allowedHosts }) }] }] })
  return { ...hook, source: { layer, trusted: true } }
}

const accessOf = (hook: Hook): string => {
  const route = chooseRoute(hook)
  return 'kind' in route ? `${route.class}: ${route.message}` : route.access
}

describe('the route of a hook', () => {
  it.each([
    ['https://hooks.example.com/x', 'guarded'],
    ['https://1.1.1.1/', 'guarded'],
    ['http://hooks.example.com/x', 'spawn: hooks.example.com would be reached without encryption'],
    ['http://127.0.0.1:8080/', 'spawn: 127.0.0.1:8080 is not a public address'],
    ['https://localhost/', 'spawn: localhost is not a public address'],
    ['https://a.localhost./', 'spawn: a.localhost. is not a public address'],
    ['http://2130706433/', 'spawn: 127.0.0.1 is not a public address'],
    ['https://0x7f.1/', 'spawn: 127.0.0.1 is not a public address'],
    ['https://0251.0376.0251.0376/', 'spawn: 169.254.169.254 is not a public address'],
    ['https://[::ffff:169.254.169.254]/', 'spawn: [::ffff:a9fe:a9fe] is not a public address'],
    ['https://[::1]:1/', 'spawn: [::1]:1 is not a public address'],
  ])('to %s without a word of its owner is %s', (url, access) => expect(accessOf(httpHook(url))).toBe(access))

  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['http://[::1]:8080/', '::1'],
    ['http://[::1]:8080/', '[::1]'],
    ['http://LOCALHOST:1/', 'localhost'],
    ['http://a.example.com/', '*.example.com'],
  ])('to %s is open when its owner names %s', (url, host) => expect(accessOf(httpHook(url, [host]))).toBe('open'))

  it.each(['project', 'local'] as const)('is never opened by a file of the layer %s', (layer) => {
    expect(chooseRoute(httpHook('http://127.0.0.1/', ['127.0.0.1'], layer))).toEqual({
      kind: 'broken',
      class: 'spawn',
      message: '127.0.0.1 is not a public address',
      hint: 'allowedHosts does not count in a file of the project; move the hook into a file of your own',
    })
  })

  it('of a hook in the settings of Claude Code is open to the machine it runs on, as it is there', () => {
    const read = (url: string): Hook => onlyHook('claude', { hooks: { Stop: [{ hooks: [{ type: 'http', url }] }] } })
    expect(accessOf(read('http://localhost:3000/hook'))).toBe('open')
    expect(accessOf(read('http://192.168.0.1/hook'))).toBe('spawn: 192.168.0.1 is not a public address')
  })
})

describe('a pattern of hosts', () => {
  it.each([
    ['d.com', 'd.com', true],
    ['a.d.com', 'd.com', false],
    ['a.d.com', '*.d.com', true],
    ['b.a.d.com', '*.D.com', true],
    ['d.com', '*.d.com', false],
    ['evild.com', '*.d.com', false],
    ['d.com.evil.org', '*.d.com', false],
  ])('%s under %s is %s', (host, pattern, expected) => expect(matchesHost(host, pattern)).toBe(expected))
})
