import { matchPemTail } from './pem-block.ts'
import type { Rule, Tail } from './rule.ts'
import type { IndexedRule } from './rule-index.ts'

/** Credentials that are known by their look: a fixed prefix, a head of bounded length, and a tail of the same characters. */
export interface SecretShape {
  prefix: string
  kind: string
  /**
   * Tried at the start of the prefix. What the group `keep` caught stays readable. Looks at `reach` characters at most. Made
   * when a text first holds the prefix: most texts hold none, and there are many.
   */
  head: () => RegExp
  reach: number
  /** The prefix and the head ignore case. */
  anyCase?: true
  tail?: () => Tail
  /** The prefix is so common that it must not continue a word. */
  wordStart?: true
  accept?: (match: RegExpExecArray) => boolean
}

export const secretShapes: readonly SecretShape[] = [
  token('anthropic-key', 'sk-ant-', 16),
  token('openai-key', 'sk-proj-', 16),
  token('openai-key', 'sk-svcacct-', 16),
  token('openai-key', 'sk-admin-', 16),
  token('openrouter-key', 'sk-or-v1-', 16),
  {
    ...token('api-key', 'sk-', 20, 'A-Za-z0-9'),
    head: once(() => /sk-(?=[A-Za-z]{0,40}[0-9])[A-Za-z0-9]{20}/y),
    reach: 64,
    wordStart: true,
  },
  { ...token('google-key', 'AIza', 35), head: once(() => /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y), reach: 48 },
  token('google-token', 'ya29.', 20),
  token('google-secret', 'GOCSPX-', 20),
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => token('github-token', prefix, 30, 'A-Za-z0-9_')),
  token('github-token', 'github_pat_', 20, 'A-Za-z0-9_'),
  ...['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glcbt-', 'glsoat-', 'glagent-'].map((prefix) =>
    token('gitlab-token', prefix, 16, 'A-Za-z0-9_.-'),
  ),
  ...['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xapp-', 'xoxe.'].map((prefix) =>
    token('slack-token', prefix, 10, 'A-Za-z0-9.%-'),
  ),
  token('npm-token', 'npm_', 36, 'A-Za-z0-9'),
  token('pypi-token', 'pypi-AgE', 16),
  { ...token('huggingface-token', 'hf_', 30, 'A-Za-z0-9'), wordStart: true },
  ...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_org_', 'whsec_'].map((prefix) =>
    token('stripe-key', prefix, 16, 'A-Za-z0-9_+/='),
  ),
  token('sendgrid-key', 'SG.', 40, 'A-Za-z0-9_.-'),
  token('groq-key', 'gsk_', 30, 'A-Za-z0-9'),
  token('xai-key', 'xai-', 40, 'A-Za-z0-9'),
  token('perplexity-key', 'pplx-', 30, 'A-Za-z0-9'),
  { ...token('replicate-token', 'r8_', 30, 'A-Za-z0-9'), wordStart: true },
  { ...token('fireworks-key', 'fw_', 20, 'A-Za-z0-9'), wordStart: true },
  { ...token('cerebras-key', 'csk-', 30, 'A-Za-z0-9'), wordStart: true },
  token('nvidia-key', 'nvapi-', 30),
  ...['dop_v1_', 'doo_v1_', 'dor_v1_'].map((prefix) => token('digitalocean-token', prefix, 40, 'a-f0-9')),
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((prefix) => token('shopify-token', prefix, 24, 'A-Fa-f0-9')),
  token('linear-key', 'lin_api_', 30, 'A-Za-z0-9'),
  { ...token('notion-token', 'ntn_', 30, 'A-Za-z0-9'), wordStart: true },
  token('docker-token', 'dckr_pat_', 20),
  token('vault-token', 'hvs.', 24),
  token('atlassian-token', 'ATATT3', 40, 'A-Za-z0-9_=-'),
  token('aws-key', 'ABSKQmVkcm9ja', 20, 'A-Za-z0-9+/='),
  token('postman-key', 'PMAK-', 24, 'A-Fa-f0-9-'),
  token('sentry-token', 'sntrys_', 30, 'A-Za-z0-9_+/='),
  token('age-key', 'AGE-SECRET-KEY-1', 40, 'A-Z0-9'),
  { ...token('databricks-token', 'dapi', 32, 'a-f0-9'), wordStart: true },
  { ...token('twilio-key', 'SK', 32, 'a-f0-9'), wordStart: true },
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map(awsKey),
  {
    prefix: 'eyJ',
    kind: 'jwt',
    head: once(() => /eyJ[A-Za-z0-9_-]{8,900}\.(?:eyJ|[A-Za-z0-9_-]{16})/y),
    reach: 940,
    tail: swallow('A-Za-z0-9_.-'),
    wordStart: true,
  },
  {
    prefix: 'bearer',
    kind: '',
    head: once(
      () => /(?<keep>bearer[ \t]{1,4})(?=[A-Za-z._~+/-]{0,63}[0-9]|[A-Za-z._~+/-]{24})[A-Za-z0-9._~+/=-]{8}/iy,
    ),
    reach: 100,
    anyCase: true,
    tail: swallow('A-Za-z0-9._~+/=-'),
    wordStart: true,
  },
  {
    prefix: 'basic',
    kind: '',
    head: once(() => /(?<keep>basic[ \t]{1,4})[A-Za-z0-9+/]{8,200}={0,2}/iy),
    reach: 216,
    anyCase: true,
    tail: swallow('A-Za-z0-9+/='),
    wordStart: true,
    accept: ([text]) =>
      /^[\x20-\x7e]{0,64}:/.test(Buffer.from(text.replace(/^\S+\s+/, ''), 'base64').toString('latin1')),
  },
  ...['services', 'workflows', 'triggers'].map((path) => webhook('slack-webhook', `hooks.slack.com/${path}/`)),
  ...['discord.com', 'discordapp.com'].map((host) => webhook('discord-webhook', `${host}/api/webhooks/`)),
  {
    prefix: '-----BEGIN ',
    kind: 'private-key',
    head: once(() => /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y),
    reach: 96,
    tail: matchPemTail,
  },
]

/** The shape as a rule, with all that it can start with: a head that ignores case has four ways to start. */
export function toRule(shape: SecretShape): IndexedRule {
  const [first, second] = [shape.prefix[0]!, shape.prefix[1]!]
  const starts = shape.anyCase
    ? [first, first.toUpperCase()].flatMap((one) => [one + second, one + second.toUpperCase()])
    : [first + second]
  return { starts, rule: makeRule(shape) }
}

function makeRule(shape: SecretShape): Rule {
  const { prefix, reach, kind } = shape
  const fold = shape.anyCase ? 32 : 0
  return (text, at, final) => {
    for (let offset = 1; offset < prefix.length; offset++) {
      const code = text.charCodeAt(at + offset)
      if (Number.isNaN(code)) return final ? undefined : 'more'
      if ((code | fold) !== (prefix.charCodeAt(offset) | fold)) return undefined
    }
    if (shape.wordStart && continuesWord(text, at)) return undefined
    if (!final && text.length - at < reach) return 'more'
    const head = shape.head()
    head.lastIndex = at
    const match = head.exec(text)
    if (match === null || (shape.accept && !shape.accept(match))) return undefined
    const from = at + (match.groups?.['keep']?.length ?? 0)
    return {
      from,
      to: at + match[0].length,
      label: kind === '' ? '[redacted]' : `[redacted:${kind}]`,
      tail: shape.tail?.(),
    }
  }
}

/** Is the character before part of the same word? The letter of an escape (`\n`) and the end of a colour code are not. */
function continuesWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1)
  if (!isWordCode(before)) return false
  if (text[at - 2] === '\\' && 'nrtbf'.includes(text[at - 1]!)) return false
  return !/(?:\x1b|\\u001b|\\x1b|\\e|\\033)\[[0-9;]{0,16}m$|%[0-9A-Fa-f]{2}$/.test(text.slice(Math.max(0, at - 28), at))
}

function isWordCode(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 95
}

function token(kind: string, prefix: string, length: number, characters = 'A-Za-z0-9_-'): SecretShape {
  return {
    prefix,
    kind,
    head: once(() => new RegExp(`${prefix.replace(/[.+]/g, '\\$&')}[${characters}]{${length}}`, 'y')),
    reach: prefix.length + length,
    tail: swallow(characters),
  }
}

/** An access key id, and the secret key where it stands right beside it. */
function awsKey(prefix: string): SecretShape {
  return {
    prefix,
    kind: 'aws-key',
    head: once(
      () =>
        new RegExp(`${prefix}[A-Z0-9]{16}(?![A-Za-z0-9])(?:[\\s,:;"'|]{1,8}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]))?`, 'y'),
    ),
    reach: 72,
    wordStart: true,
  }
}

function webhook(kind: string, prefix: string): SecretShape {
  return {
    prefix,
    kind,
    head: once(() => new RegExp(`(?<keep>${prefix.replace(/[./]/g, '\\$&')})[A-Za-z0-9]{4}`, 'y')),
    reach: prefix.length + 4,
    tail: swallow('A-Za-z0-9/_-'),
  }
}

/** Goes on hiding as long as the characters are of the class. */
function swallow(characters: string): () => Tail {
  const list = once(() => listMembers(new RegExp(`[${characters}]`)))
  return () => {
    const members = list()
    return (text, from) => {
      let at = from
      while (at < text.length && members[text.charCodeAt(at)] === 1) at++
      return { to: at, done: at < text.length }
    }
  }
}

function listMembers(member: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (member.test(String.fromCharCode(code)) ? 1 : 0))
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
