import { basename } from 'node:path'
import { showText } from '../../match/show-text.ts'
import type { SimpleCommand } from '../../shell/index.ts'
import type { CallSite } from './call-site.ts'
import { ask, deny, type Finding, strictestFinding } from './finding.ts'

const interpreters =
  /^(?:(?:python|pypy|ruby|perl|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|ts-node|osascript|[gmn]?awk|sed|ed|ex|vim?|nvim|emacs)$/
// What certainly changes files, and what may.
const writing =
  /open\s?\([^)]{1,200}["'][rbt]{0,3}[wax+]|\bwrite|(?:un|sym)?link(?:Sync)?\s*\(|\bremove|\brename|rmtree|\bcopy|\bmove\b|\bdump\b|truncate|rmSync|\brm\(|cpSync|\bunlink|appendFile|File\.(?:delete|open)|>\s*["']/i
const suspect =
  /replace|link|mkdir|chmod|save|touch|system|subprocess|popen|\bexec|spawn|shutil|\brm\b|\bcp\b|\bw[q!]?\b|eval|compile|base64|chr\(|fromCharCode/i

/** Code of another language that stands in a command: which files it names, and whether it looks like writing. */
export function judgeCode(command: SimpleCommand, site: CallSite): Finding | null {
  const [program, ...words] = command.words
  if (!interpreters.test(basename(program?.value ?? ''))) return null
  const codes = words.map((word) => word.value ?? word.raw).filter((text) => /[\s("'`>]/.test(text))
  return strictestFinding(codes.map((code) => judgeText(code, { site, sure: command.cwd === '.' })))
}

/** Code that reaches an interpreter from a here-document, or from a file that the same text writes. */
export function judgeFedCode(commands: readonly SimpleCommand[], text: string, site: CallSite): Finding | null {
  const runs = commands.some(({ words }) => interpreters.test(basename(words[0]?.value ?? '')))
  return runs && /<<|\b(?:echo|printf)\b/.test(text) ? judgeText(text, { site, sure: false }) : null
}

const longestCode = 100_000

function judgeText(code: string, { site, sure }: { site: CallSite; sure: boolean }): Finding | null {
  const writes = writing.test(code)
  if (!(writes || suspect.test(code)) || !(site.places.isNamedIn(code) || namesFile(code, site))) return null
  const paths = code.length > longestCode ? [] : code.split(/["'`]/).filter((part) => /^[^\s"'`]{2,300}$/.test(part))
  const written = paths.find((path) => site.standing(path) === 'inside')
  if (written !== undefined && writes && sure) return deny(`runs code that may write ${showText(written)}`)
  return ask('runs code that names what hooks are made of')
}

function namesFile(code: string, site: CallSite): boolean {
  return (
    code.length <= longestCode &&
    code.split(/["'`\s,()]/).some((part) => part !== '' && site.places.isName(basename(part)))
  )
}
