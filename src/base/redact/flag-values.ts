import { isOrdinaryValue } from './ordinary-values.ts'
import { type Finding, redacted } from './rule.ts'
import { isPasswordName, isSecretName } from './secret-names.ts'
import { extendUntil } from './value-extent.ts'

/** `--token abc`, `"--api-key", "abc"`, `curl -u user:password`: a flag at `at`, and the value in the next argument. */
export function findFlagValue(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  if (!/[\s"'`(]/.test(text[at - 1] ?? ' ')) return undefined
  if (text.length === at + 1) return final ? undefined : 'more'
  const isLong = text[at + 1] === '-'
  if (text[at + 1] === 'p') return findAttachedPassword(text, at, final)
  if (!isLong && text[at + 1] !== 'u') return undefined
  flagName.lastIndex = at
  const name = flagName.exec(text)![0]
  if (at + name.length === text.length && !final && name.length < longestFlag) return 'more'
  const isUser = (name === '-u' || name === '--user') && text.slice(Math.max(0, at - 120), at).includes('curl')
  if (!isUser && !isSecretName(name.slice(2))) return undefined
  if (!final && text.length < at + name.length + longestValue) return 'more'
  const pattern = isUser ? userValue : flagValue
  pattern.lastIndex = at + name.length
  const match = pattern.exec(text)
  const value = match?.groups?.['value']
  if (match === null || value === undefined) return undefined
  if (isOrdinaryValue(value, { loose: false, password: isUser || isPasswordName(name) })) return undefined
  const to = pattern.lastIndex
  return { from: to - value.length, to, label: redacted, tail: hideWord }
}

// `mysql -pabc`: for these programs whatever follows the letter is a password.
function findAttachedPassword(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  if (!takesPassword.test(text.slice(Math.max(0, at - 120), at))) return undefined
  if (!final && text.length < at + longestValue) return 'more'
  attachedPassword.lastIndex = at
  const value = attachedPassword.exec(text)?.groups?.['value']
  if (value === undefined || isOrdinaryValue(value, { loose: false, password: true })) return undefined
  const to = attachedPassword.lastIndex
  return { from: to - value.length, to, label: redacted, tail: hideWord }
}

const takesPassword = /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&\n]{0,110}$/
const attachedPassword = /-p["']?(?<value>[^\s"'`\\]{3,255})/y
const longestFlag = 48
const longestValue = 360
const flagName = /-{1,2}[A-Za-z-]{0,46}/y
const separator = `(?:[ \\t]{1,4}|["'],[ \\t]{0,4}(?=["']))["']?`
const flagValue = new RegExp(`${separator}(?<value>[^\\s"'\`\\\\-][^\\s"'\`\\\\]{2,255})`, 'y')
const userValue = new RegExp(`${separator}[^\\s:"'\`\\\\]{1,64}:(?<value>[^\\s"'\`\\\\]{3,255})`, 'y')
const untilWordEnd = extendUntil(/[\s"'`\\]/)

function hideWord(text: string, from: number, final: boolean): { to: number; done: boolean } {
  return untilWordEnd(text, from, { end: text.length, final })
}
