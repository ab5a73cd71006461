import type { GrepOutput } from './grep-tool.ts'
import { globFlag, leaveOut } from './search-place.ts'

/** The part of Grep's input that becomes arguments. */
export interface GrepInput {
  pattern: string
  glob?: string
  type?: string
  '-i'?: boolean
  '-n'?: boolean
  '-A'?: number
  '-B'?: number
  '-C'?: number
  multiline?: boolean
}

/** The arguments of ripgrep for a search. Every value is joined to its flag, so that none can be read as another flag. */
export function writeGrepArguments(input: GrepInput, mode: GrepOutput['mode']): string[] {
  return [
    '--null',
    '--hidden',
    '--with-filename',
    '--color=never',
    '--sortr=modified',
    ...(input['-i'] ? ['--ignore-case'] : []),
    ...(input.multiline ? ['--multiline', '--multiline-dotall'] : []),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
    ...(input.glob === undefined ? [] : [globFlag(input.glob)]),
    ...leaveOut,
    ...modeArguments(input, mode),
    `--regexp=${input.pattern}`,
  ]
}

function modeArguments(input: GrepInput, mode: GrepOutput['mode']): string[] {
  if (mode === 'files_with_matches') return ['--files-with-matches']
  if (mode === 'count') return ['--count']
  const around = (flag: string, lines: number | undefined) => (lines === undefined ? [] : [`${flag}=${lines}`])
  return [
    '--no-heading',
    '--max-columns=1000',
    '--max-columns-preview',
    input['-n'] === false ? '--no-line-number' : '--line-number',
    ...around('--context', input['-C']),
    ...around('--after-context', input['-A']),
    ...around('--before-context', input['-B']),
  ]
}
