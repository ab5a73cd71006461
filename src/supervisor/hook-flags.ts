/** What the command line says. */
export interface HookFlags {
  /** Given: stdin is not read. */
  sessionId: string | undefined
  reviewer: string | undefined
  debug: boolean
  explain: boolean
  /** Names of flags that mean nothing here; never their values, which may be secret. */
  ignored: string[]
}

/**
 * Reads the flags of the hook. What it does not know is passed over and named, never refused: a hook that does not run reviews
 * nothing. Of a flag given twice the last one counts; an empty value is none.
 */
export function readHookFlags(argv: readonly string[]): HookFlags {
  const flags: HookFlags = { sessionId: undefined, reviewer: undefined, debug: false, explain: false, ignored: [] }
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    const [name, inline] = splitFlag(word)
    if (name === '--debug' || name === '--verbose') flags.debug = true
    else if (name === '--explain') flags.explain = true
    else if (name === '--session-id' || name === '--reviewer') {
      const value = inline ?? (isKnown(argv[at + 1]) ? undefined : argv[++at])
      flags[name === '--reviewer' ? 'reviewer' : 'sessionId'] = value === '' ? undefined : value
    } else if (word.startsWith('--')) flags.ignored.push(name)
  }
  return flags
}

const known = new Set(['--debug', '--verbose', '--explain', '--session-id', '--reviewer'])

function splitFlag(word: string): [name: string, inline: string | undefined] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

function isKnown(word: string | undefined): boolean {
  return word !== undefined && known.has(splitFlag(word)[0])
}
