import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeDescriptor } from './write-descriptor.ts'

const module = new URL('./write-descriptor.ts', import.meta.url).href
const writer = `
  const { writeDescriptor } = await import(${JSON.stringify(module)})
  writeDescriptor(1, 'ä'.repeat(1_000_000))
  writeDescriptor(2, 'done')
  process.exit(7)`

test('writes all of it to a reader that takes its time, before the process ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer], { stdio: ['ignore', 'pipe', 'ignore'] })
  await setTimeout(300)
  let length = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    length += text.length
  })
  expect([...(await once(child, 'close')), length]).toEqual([7, null, 1_000_000])
})

test('goes on when the reader has gone', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk
  })
  expect([...(await once(child, 'close')), told]).toEqual([7, null, 'done'])
})

test('gives back what kept it from writing', () => {
  const full = openSync('/dev/full', 'w')
  expect([writeDescriptor(full, 'x')?.code, writeDescriptor(full, '')]).toEqual(['ENOSPC', undefined])
  closeSync(full)
})
