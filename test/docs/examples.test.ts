import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../setup/run-program.ts'
import { root } from './markdown-files.ts'

const folder = join(root, 'examples')
const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))

describe('the examples', () => {
  it('are numbered without a gap and all check themselves', () => {
    expect(files.map((file) => file.slice(0, 3))).toEqual(files.map((_, index) => `${index + 1}-`.padStart(3, '0')))
    expect(files.length).toBe(12)
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/^assert\./m)
  })

  it.concurrent.each(files)('%s runs and is right', async (file) => {
    const { code, stderr } = await runProgram(process.execPath, [join(folder, file)], { cwd: folder })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})
