import { type Finding, redacted } from './rule.ts'

/** `scheme://user:password@host`, `scheme://token@host`, and the secret half of a Telegram bot token. Starts at a colon. */
export function findUrlPassword(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  const next = text.charCodeAt(at + 1)
  if (Number.isNaN(next)) return final ? undefined : 'more'
  if (next === slash) return findUserToken(text, at, final)
  if (followsUser(text, at)) return findUserInfo(text, { from: at + 1, shortest: 1, final })
  if (next === 65 && /(?<![A-Za-z0-9])[0-9]{8,10}$/.test(text.slice(Math.max(0, at - 11), at)))
    return findBotToken(text, at, final)
  return undefined
}

const slash = 0x2f

function findUserToken(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  if (text.length < at + 3) return final ? undefined : 'more'
  if (text.charCodeAt(at + 2) !== slash) return undefined
  return findUserInfo(text, { from: at + 3, shortest: 20, final })
}

/** Hides what stands between `from` and an `@` of the same authority. */
function findUserInfo(
  text: string,
  search: { from: number; shortest: number; final: boolean },
): Finding | 'more' | undefined {
  const { from, shortest, final } = search
  let to = from
  while (to < text.length && to - from < longestPassword && endsPassword[text.charCodeAt(to)] !== 1) to++
  if (to === text.length && !final) return 'more'
  if (text[to] !== '@' || to - from < shortest || isPlaceholder(text, from)) return undefined
  return { from, to, label: redacted }
}

const longestPassword = 512
const endsPassword = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s/?#@"'<>\\`:]/.test(String.fromCharCode(code)) ? 1 : 0,
)

function isPlaceholder(text: string, from: number): boolean {
  return text[from] === '$' || text[from] === '{' || text.startsWith(redacted.slice(0, -1), from)
}

/** Does `://user` stand before? */
function followsUser(text: string, at: number): boolean {
  let start = at
  const earliest = Math.max(0, at - longestUser)
  while (start > earliest && endsPassword[text.charCodeAt(start - 1)] !== 1) start--
  return text.startsWith('://', start - 3)
}

const longestUser = 100

function findBotToken(text: string, at: number, final: boolean): Finding | 'more' | undefined {
  if (text.length < at + 37 && !final) return 'more'
  botToken.lastIndex = at
  return botToken.test(text) ? { from: at + 1, to: at + 36, label: '[redacted:telegram-token]' } : undefined
}

const botToken = /:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y
