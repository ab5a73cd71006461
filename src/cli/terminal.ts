import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { writeDescriptor } from '../base/write-descriptor.ts'

/** Where a program writes: results on one channel, everything else on the other. */
export interface Terminal {
  /** Writes a line to stdout. */
  print(line: string): void
  /** Writes a line to stderr. */
  tell(line: string): void
  /** Writes exactly this text. */
  write(channel: 'stdout' | 'stderr', text: string): void
  /** Colours for stdout and stderr; they do nothing when nobody sees them. */
  readonly paint: { readonly stdout: Paint; readonly stderr: Paint }
  /** Resolves when everything is written, or cannot be. */
  flush(): Promise<void>
  /** What kept stdout from taking all that was printed: a full disk, or EPIPE and the like when its reader has gone. */
  lost(): NodeJS.ErrnoException | undefined
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Dresses a text in a style. */
export type Paint = (style: Style, text: string) => string

/** The terminal of this process. What it is given is written when it returns. */
export function openTerminal(): Terminal {
  return createTerminal({ stdout: openChannel(1), stderr: openChannel(2), env: process.env })
}

function openChannel(descriptor: 1 | 2): Channel {
  let onError: (error: Error) => void = () => {}
  const channel = {
    on(_: 'error', listener: typeof onError) {
      onError = listener
      return channel
    },
    write(text: string, done?: () => void) {
      const error = writeDescriptor(descriptor, text)
      if (error) onError(error)
      done?.()
      return true
    },
    get isTTY() {
      return isTerminal(descriptor)
    },
  }
  return channel as unknown as Channel
}

// What tells terminals apart loads much; most callers have no character device at all.
function isTerminal(descriptor: 1 | 2): boolean {
  const { fstatSync } = process.getBuiltinModule('node:fs')
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
  } catch {
    return false
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor)
}

/** A terminal on two streams. A reader that goes away ends nothing: the exit code still says what was decided. */
export function createTerminal(streams: { stdout: Channel; stderr: Channel; env: NodeJS.ProcessEnv }): Terminal {
  const { stdout, stderr, env } = streams
  let lost: NodeJS.ErrnoException | undefined
  stdout.on('error', (error) => {
    lost ??= error
  })
  stderr.on('error', () => {})
  return {
    print: (line) => void stdout.write(`${line}\n`),
    tell: (line) => void stderr.write(`${line}\n`),
    write: (channel, text) => void (text !== '' && streams[channel].write(text)),
    paint: { stdout: choosePaint(stdout, env), stderr: choosePaint(stderr, env) },
    flush: async () => {
      await Promise.all([finishWriting(stdout), finishWriting(stderr)])
    },
    lost: () => lost,
  }
}

type Channel = Pick<WriteStream, 'on' | 'write'> & { isTTY?: boolean; writable?: boolean }

function choosePaint(channel: Channel, env: NodeJS.ProcessEnv): Paint {
  let colourful: boolean | undefined
  return (style, text) => {
    colourful ??= channel.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
    return colourful ? styleText(style, text, { validateStream: false }) : text
  }
}

function finishWriting(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    if (channel.writable === false) resolve()
    else channel.write('', () => resolve())
  })
}
