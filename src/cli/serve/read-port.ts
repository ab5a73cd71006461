import { HookError } from '../../base/errors.ts'

/** Reads the port that a flag names; 0 stands for a free one. Throws `USAGE` when it is none. */
export function readPort(flag: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new HookError('USAGE', `--${flag} ${text} is no port`, {
    hint: 'Write a number from 0 to 65535; 0 takes a free one.',
  })
}
