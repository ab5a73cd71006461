import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { errorTable } from '../base/errors.ts'
import { printError } from './print-error.ts'
import { createTerminal } from './terminal.ts'

function tell(error: unknown): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  const channel = (name: keyof typeof output) => {
    const self = {
      on: () => self,
      write: (text: string) => {
        output[name] += text
        return true
      },
    }
    return self as never
  }
  const terminal = createTerminal({ stdout: channel('stdout'), stderr: channel('stderr'), env: {} })
  printError(error, { terminal, json: true })
  return output
}

test('what the system refuses is told with its path, and not as a fault of ours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-error-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const path = join(file, 'inside')
  const { stdout, stderr } = tell(thrownBy(() => mkdirSync(path, { recursive: true })))
  const hint = errorTable.FILE_REFUSED.remedy
  const message = 'cannot be used: a part of its path is no folder (mkdir)'
  expect(JSON.parse(stdout)).toEqual({ error: { code: 'FILE_REFUSED', message, hint, file: path } })
  expect(stderr).toBe(`error[FILE_REFUSED] ${path} ${message}\nhint: ${hint}\n`)
})

test('what nobody foresaw is told as a fault of ours, with where it happened', () => {
  const { stdout, stderr } = tell(new TypeError('x is undefined'))
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'INTERNAL', message: 'x is undefined' })
  expect(stderr).toMatch(/^error\[INTERNAL\] x is undefined\nhint: .*\nTypeError: x is undefined\n +at .*print-error/)
  expect(tell('text').stderr.split('\n')).toHaveLength(3)
})

function thrownBy(action: () => void): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('it did not throw')
}
