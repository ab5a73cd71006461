import { StringDecoder } from 'node:string_decoder'

/** Puts lines together from chunks; characters split over chunks are exact. */
export function createLineSplitter(take: (line: string) => void): { push(chunk: Buffer | string): void } {
  const decoder = new StringDecoder('utf8')
  let rest: string[] = []
  return {
    push(chunk) {
      const parts = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n')
      const last = parts.pop()!
      for (const part of parts) {
        rest.push(part)
        const line = rest.length === 1 ? part : rest.join('')
        rest = []
        if (line.trim() !== '') take(line)
      }
      if (last !== '') rest.push(last)
    },
  }
}
