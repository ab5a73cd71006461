import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

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
  /** Resolves when everything is written, or when the reader has gone. */
  flush(): Promise<void>
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Dresses a text in a style. */
export type Paint = (style: Style, text: string) => string

/** The terminal of this process. A reader that goes away ends nothing: the exit code still says what was decided. */
export function createTerminal(streams: { stdout: Channel; stderr: Channel; env: NodeJS.ProcessEnv }): Terminal {
  const { stdout, stderr, env } = streams
  for (const channel of [stdout, stderr]) channel.on('error', () => {})
  return {
    print: (line) => void stdout.write(`${line}\n`),
    tell: (line) => void stderr.write(`${line}\n`),
    write: (channel, text) => void (text !== '' && streams[channel].write(text)),
    paint: { stdout: choosePaint(stdout, env), stderr: choosePaint(stderr, env) },
    flush: async () => {
      await Promise.all([finishWriting(stdout), finishWriting(stderr)])
    },
  }
}

type Channel = Pick<WriteStream, 'on' | 'write'> & { isTTY?: boolean; writable?: boolean }

function choosePaint(channel: Channel, env: NodeJS.ProcessEnv): Paint {
  const colourful = channel.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  return colourful ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text
}

function finishWriting(channel: Channel): Promise<void> {
  return new Promise((resolve) => {
    if (channel.writable === false) resolve()
    else channel.write('', () => resolve())
  })
}
