import { type Context, report } from './context.ts'
import type { Piece } from './expand-braces.ts'

/** Invisible characters and blanks that some program takes for a separator and Bash does not. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
const HISTORY = /!(?![\s=(]|$)/
const PLAIN = /^[\w./:=@%+,~^*?[\]{}-]*$/

/** Reads text that stands outside quotes: removes backslashes, and reports what other readers may see differently. */
export function readBareText(text: string, at: number, context: Context): Piece[] {
  if (PLAIN.test(text)) return [{ kind: 'text', text, quoted: false }]
  reportHistory(text, at, context)
  // Bash prints the commands of a substitution and reads them again, and takes this ampersand for an operator when it prints.
  if (text.endsWith('\\&') && context.via.some((via) => via.endsWith('( )'))) {
    report(context, 'syntax', 'a word inside a substitution ends with an escaped ampersand', at)
  }
  const pieces: Piece[] = []
  for (const run of text.split(/(\\.)/s)) {
    if (run === '' || run === '\\\n') continue
    const quoted = run.length === 2 && run.startsWith('\\')
    const plain = quoted ? run.slice(1) : run
    if (DECEPTIVE.test(plain.replace(/[ \t\n]/g, '')))
      report(context, 'syntax', 'an invisible or unusual blank character', at)
    pieces.push({ kind: 'text', text: plain, quoted })
  }
  return pieces.length === 0 ? [{ kind: 'text', text: '', quoted: false }] : pieces
}

/** Reports a `!` that an interactive shell would replace with an earlier command. */
export function reportHistory(text: string, at: number, context: Context): void {
  if (text.includes('!') && HISTORY.test(text.replace(/\\!/g, ''))) {
    report(context, 'dynamic', 'an interactive shell replaces `!…` from its history', at)
  }
}
