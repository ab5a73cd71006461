import { expect, test } from 'vitest'
import { readConfig } from '../dialects/index.ts'
import type { Layer } from '../protocol/source.ts'
import { layerConfigs } from './layer-configs.ts'

function layer(files: Partial<Record<Layer, object>>) {
  const readings = Object.entries(files).map(([name, config]) => {
    const layer = name as Layer
    return { layer, reading: readConfig('blade', config, { layer, trusted: true }) }
  })
  expect(readings.flatMap(({ reading }) => reading.problems)).toEqual([])
  const { hooks } = layerConfigs(readings, '/')
  return Object.fromEntries(hooks.map(({ id, timeoutMs, onFailure }) => [id, { timeoutMs, ...onFailure }]))
}

const guard = (id: string, options: object = {}) => ({ PreToolUse: [{ hooks: [{ id, command: id, ...options }] }] })
const all = (policy: string, timeout = policy) => ({
  spawn: policy,
  timeout,
  crash: policy,
  signal: policy,
  invalidOutput: policy,
})

test('a setting of the nearest layer holds for hooks of all layers', () => {
  const files = {
    user: { defaultTimeout: 90, failureBehavior: 'deny', ...guard('u') },
    code: { failureBehavior: 'ask', ...guard('c') },
  }
  expect(layer(files)).toEqual({
    u: { timeoutMs: 90_000, ...all('ask', 'ignore') },
    c: { timeoutMs: 90_000, ...all('ask', 'ignore') },
  })
})

test('a hook keeps what it says itself', () => {
  const files = {
    user: guard('u', { timeout: 5, onFailure: { crash: 'ignore' } }),
    code: { defaultTimeout: 9, strict: true },
  }
  expect(layer(files)).toEqual({ u: { timeoutMs: 5000, ...all('deny'), crash: 'ignore' } })
})

test('a file of the project tightens and never loosens', () => {
  const loose = {
    user: { failureBehavior: 'deny', strict: true, ...guard('u') },
    project: { failureBehavior: 'ignore', strict: false },
  }
  expect(layer(loose)).toEqual({ u: { timeoutMs: 60_000, ...all('deny') } })
  const tight = { user: guard('u'), local: { timeoutBehavior: 'ask', failureBehavior: 'deny' } }
  expect(layer(tight)).toEqual({ u: { timeoutMs: 60_000, ...all('deny', 'ask') } })
})

test('a file of the project gives time to its own hooks only', () => {
  const files = { user: guard('u'), project: { defaultTimeout: 1, ...guard('p') } }
  expect(layer(files)).toEqual({ u: { timeoutMs: 60_000, ...all('ignore') }, p: { timeoutMs: 1000, ...all('ignore') } })
})

test('hooks of an administrator are only tightened', () => {
  const files = {
    managed: { failureBehavior: 'deny', defaultTimeout: 30, ...guard('m') },
    code: { failureBehavior: 'ignore', timeoutBehavior: 'ask', defaultTimeout: 1 },
  }
  expect(layer(files)).toEqual({ m: { timeoutMs: 30_000, ...all('deny', 'ask') } })
})

test('a file that is switched off has no say', () => {
  const files = { project: { enabled: false, failureBehavior: 'deny' }, code: guard('c') }
  expect(layer(files)).toEqual({ c: { timeoutMs: 60_000, ...all('ignore') } })
})
