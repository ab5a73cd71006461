import type { Tail } from './rule.ts'

/**
 * Goes on hiding the body of a private key up to and with its END line. The body may be escaped as in JSON, and it ends early at
 * a character that no key block holds, or after 64 KiB, so that a BEGIN line without an END does not hide all that follows.
 */
export function matchPemTail(): Tail {
  let left = 64 * 1024
  return (text, from, final) => {
    let at = from
    for (; at < text.length && left > 0; at++, left--) {
      const code = text.charCodeAt(at)
      if (code >= 128 || body[code] === 0) return { to: at, done: true }
      if (code !== dash) continue
      if (!final && text.length - at < longestEnd) return { to: at, done: false }
      endLine.lastIndex = at
      const match = endLine.exec(text)
      if (match) return { to: at + match[0].length, done: true }
    }
    return { to: at, done: left === 0 }
  }
}

const dash = 0x2d
const longestEnd = 96
const endLine = /-----END [A-Z0-9 ]{0,72}-----/y
const body = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/=\s\\:,.()-]/.test(String.fromCharCode(code)) ? 1 : 0,
)
