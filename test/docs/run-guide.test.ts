import { describe, expect, it } from 'vitest'
import { runResultShape, runStreamShapes } from '../../src/protocol/run-output-shape.ts'
import { readPage } from './markdown-files.ts'

const { text } = readPage('docs/guides/run.md')

describe('the guide to runs', () => {
  it('names every field of a result, and no other', () => {
    const named = tableAfter('| field | holds |').flatMap(([cell]) => codes(cell!))
    expect(named).toEqual(Object.keys(runResultShape))
  })

  it('names every line of a stream with its fields, and no other', () => {
    const rows = tableAfter('| `type` | besides |').map(([type, fields]) => [codes(type!)[0], codes(fields!)])
    const shapes = Object.entries(runStreamShapes).map(([type, shape]) => [
      type,
      Object.keys(shape).filter((name) => name !== 'type' && name !== 'sessionId'),
    ])
    expect(rows).toEqual(shapes)
    expect(rows.length).toBeGreaterThan(9)
  })
})

function tableAfter(head: string): string[][] {
  const [, after] = text.split(`${head}\n`)
  expect(after, head).toBeDefined()
  const rows = after!.slice(0, after!.indexOf('\n\n')).split('\n').slice(1)
  return rows.map((row) => row.split('|').slice(1, -1))
}

function codes(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}
