import { optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { shortenText } from '../shorten-text.ts'
import type { AgentTool } from '../tool-types.ts'
import type { Page } from './fetch-page.ts'
import { htmlToText } from './html-to-text.ts'
import { isWebAddress } from './is-web-address.ts'

/** What WebFetch may do beyond the public internet. */
export interface WebFetchOptions {
  /** Hosts that may lie in private networks or on this machine, such as `localhost`; `*` for all. None by default. */
  privateHosts?: readonly string[]
  /** Milliseconds for one fetch, redirects included; 30,000 by default. */
  timeoutMs?: number
}

/** The page as text. */
export interface WebFetchOutput {
  url: string
  status: number
  contentType: string
  content: string
  bytes: number
  truncated: boolean
}

const longestText = 100_000

/** Fetches a page as text. It executes in the sense of permissions: what is in an address leaves the machine. */
export function createWebFetchTool({ privateHosts = [], timeoutMs = 30_000 }: WebFetchOptions = {}): AgentTool {
  return defineBuiltin({
    name: 'WebFetch',
    description:
      'Fetches a public page over http or https and gives its text. Redirects to other hosts are not followed.',
    kind: 'execute',
    input: {
      url: text('The whole address.'),
      prompt: optional(text('What is wanted from the page, for those who approve the call; the whole text is given.')),
    },
    refuse({ url }) {
      if (!URL.canParse(url)) return 'url is no whole address, such as https://example.org/page'
      return isWebAddress(new URL(url)) ? undefined : 'url must be http or https, without user and password'
    },
    async run({ url }, { signal }): Promise<WebFetchOutput> {
      // Most sessions fetch nothing, and what it takes is slow to load.
      const { fetchPage } = await import('./fetch-page.ts')
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const page = await fetchPage(url, { privateHosts, signal: AbortSignal.any([signal, timeout]) })
        return describePage(page)
      } catch (error) {
        signal.throwIfAborted()
        if (timeout.aborted)
          throw Object.assign(new Error(`${url} took longer than ${timeoutMs} ms.`), { name: 'TimeoutError' })
        throw error
      }
    },
    toText({ content, truncated }) {
      if (typeof content !== 'string') return undefined
      return shortenText(content, longestText) + (truncated === true ? '\n(The page is longer.)' : '')
    },
  })
}

function describePage({ url, status, statusText, contentType, text: body, bytes, truncated }: Page): WebFetchOutput {
  const content = /html/i.test(contentType) ? htmlToText(body) : body
  if (status >= 400) throw new Error(`${url} answered ${status} ${statusText}\n${shortenText(content, 2_000)}`.trim())
  return { url, status, contentType, content, bytes, truncated }
}
