/**
 * The readable text of an HTML page: no scripts, styles or tags, blocks on lines of their own, list items and headings
 * marked, links with their address behind them. Takes time proportional to the length, whatever the page holds.
 */
export function htmlToText(html: string): string {
  const out: string[] = []
  let link: string | undefined
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    out.push(decodeEntities(html.slice(at, open < 0 ? html.length : open)).replace(/\s+/g, ' '))
    if (open < 0) break
    const tag = readTag(html, open)
    at = tag.end
    if (tag.name === 'a') link = tag.closing ? closeLink(out, link) : tag.href
    else if (!tag.closing && dropped.has(tag.name)) at = skipElement(html, tag.end, tag.name)
    else out.push(mark(tag))
  }
  return tidy(out.join(''))
}

interface Tag {
  name: string
  closing: boolean
  href?: string | undefined
  end: number
}

const dropped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object'])
const blocks = new Set(
  'address article aside blockquote body div dl dd dt fieldset figcaption figure footer form header hr main nav ol p pre section table tbody thead tr ul'.split(
    ' ',
  ),
)

function readTag(html: string, open: number): Tag {
  if (html.startsWith('<!--', open)) return { name: '', closing: false, end: endOf(html, '-->', open + 4) }
  const end = endOf(html, '>', open)
  const inside = html.slice(open + 1, Math.min(end - 1, open + 2_000))
  const name = /^\/?([a-zA-Z][a-zA-Z0-9-]*)/.exec(inside)?.[1]?.toLowerCase() ?? ''
  const href = name === 'a' ? /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(inside) : null
  return { name, closing: inside.startsWith('/'), href: href?.[1] ?? href?.[2] ?? href?.[3], end }
}

/** Behind the closing tag; what is never closed is dropped to the end. */
function skipElement(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}[\\s>]`, 'gi')
  closing.lastIndex = from
  const found = closing.exec(html)
  return found ? endOf(html, '>', found.index) : html.length
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

function closeLink(out: string[], href: string | undefined): undefined {
  if (href !== undefined && /^https?:/i.test(href)) out.push(` (${decodeEntities(href)})`)
  return undefined
}

function mark({ name, closing }: Tag): string {
  if (/^h[1-6]$/.test(name)) return closing ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
  if (name === 'li') return closing ? '' : '\n- '
  if (name === 'br') return '\n'
  if (name === 'td' || name === 'th') return closing ? ' | ' : ''
  return blocks.has(name) ? '\n' : ''
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line, index) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim()
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
  eacute: 'é',
  euro: '€',
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\uFFFD'
  })
}
