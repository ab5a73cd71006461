/** Puts lines together from chunks. */
export interface LineReader {
  push(chunk: Buffer): void
  /** What came after the last newline is a line too. */
  end(): void
}

/** An answer may be as long as the output of a command of which nothing is cut. */
export const longestLine = 1024 * 1024

/** Hears what a worker prints. */
export interface LineListener {
  /** A line without its newline, only valid during the call; `isCut` when it is only the beginning of one. */
  hear(line: Buffer, isCut: boolean): void
  /** So many bytes of a line that is too long were dropped. */
  skip(bytes: number): void
}

const newline = 0x0a

/**
 * Gives every line in bounded memory: of one that is longer than {@link longestLine} the beginning is given, once, marked as
 * cut; the rest is dropped.
 */
export function createLineReader(listener: LineListener): LineReader {
  let held: Buffer[] = []
  let heldBytes = 0
  let skipping = false

  const take = (part: Buffer): void => {
    if (skipping) listener.skip(part.length)
    else if (heldBytes + part.length > longestLine) {
      skipping = true
      give(part.subarray(0, longestLine - heldBytes), true)
    } else if (part.length > 0) {
      held.push(Buffer.from(part))
      heldBytes += part.length
    }
  }
  const give = (part: Buffer, isCut: boolean): void => {
    const line = held.length === 0 ? part : Buffer.concat([...held, part])
    held = []
    heldBytes = 0
    listener.hear(line, isCut)
  }

  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
        const part = chunk.subarray(from, at)
        from = at + 1
        if (skipping) skipping = false
        else if (heldBytes + part.length > longestLine) give(part.subarray(0, longestLine - heldBytes), true)
        else give(part, false)
      }
      take(chunk.subarray(from))
    },
    end() {
      if (heldBytes > 0) give(Buffer.alloc(0), false)
    },
  }
}
