/**
 * Does a name of this kind hold a credential? For environment variables, JSON keys, headers and flags alike, in any case style:
 * `GITHUB_TOKEN`, `apiKey`, `X-Api-Key`, `client_secret`. Names that only speak of one (`TOKEN_URL`, `max_tokens`, `keyId`) do not.
 */
export function isSecretName(name: string): boolean {
  if (!mayBeSecret.test(name)) return false
  const words = splitWords(name)
  const last = words.at(-1)
  if (last === undefined || (words.length > 1 && describing.has(last))) return false
  return words.some((word, index) => isSecretWord(word, { before: words[index - 1], alone: words.length === 1 }))
}

/** Names whose value a person chose: short and wordlike values count there. */
export function isPasswordName(name: string): boolean {
  return /pass(?!port|ive|ed\b|es\b|ing\b)|pwd/i.test(name)
}

const mayBeSecret = /pass|pwd|secret|token|key|auth|cookie|cred|jwt|bearer|pat\b|connection|conn_?str/i

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(isPlain.test(name) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

// Telling the letters of all scripts apart takes longer to prepare than all names of an environment to read.
const isPlain = /^[\w.-]*$/

function isSecretWord(word: string, place: { before: string | undefined; alone: boolean }): boolean {
  const { before = '', alone } = place
  if (wholeWords.has(word)) return true
  if (/(?:password|passwd|passphrase|passcode|secret|apikey|secretkey|privatekey|accesskey|accountkey)$/.test(word))
    return true
  if (/token$/.test(word)) return !counting.has(before)
  if (word === 'pwd' || word === 'pat' || word === 'psk') return !alone
  if (word === 'pass') return passOwners.has(before)
  if (word === 'auth') return alone
  if (word === 'string' || word === 'str') return before === 'connection' || before === 'conn'
  return word === 'key' && keyOwners.has(before)
}

const wholeWords = new Set([
  'secrets',
  'credential',
  'credentials',
  'creds',
  'authorization',
  'cookie',
  'cookies',
  'jwt',
  'bearer',
  'sshpass',
  'pgpass',
  'passwords',
])

/** Words before `token` that make it a count or a cursor. */
const counting = new Set(
  'max min total num number per input output prompt completion cached reasoning next prev previous page continuation sync cancel cancellation pad eos bos unk mask cls sep start stop first last special unexpected'.split(
    ' ',
  ),
)

/** Last words that say something about a credential instead of holding it. */
const describing = new Set(
  'file files path paths dir directory folder name names id ids count counts limit limits type types kind url uri endpoint host port length size expiry expires expiration at in ttl age enabled disabled required policy algorithm alg version header headers field prompt hint placeholder usage budget used helper command cmd sock socket store manager provider service mode method domain issuer audience scope scopes status label regex pattern rotation start end index pos position parser scanner encoding terminator variants arg args'.split(
    ' ',
  ),
)

/** Words before `pass` that make it a credential. */
const passOwners = new Set(
  'db database smtp mail email user ftp mysql pg postgres redis mongo admin root ssh basic auth http git registry docker login'.split(
    ' ',
  ),
)

/** Words before `key` that make it a credential. */
const keyOwners = new Set(
  'api access secret private signing signature encryption encrypt decryption decrypt crypto auth authentication authorization account service role master admin deploy ssh gpg pgp license shared storage session client webhook hmac aes rsa jwt anon subscription integration ingest ai ark openai anthropic claude stripe google gemini azure aws gcp twilio sendgrid mailgun datadog dd algolia supabase groq mistral deepseek cohere xai kimi moonshot openrouter fal sentry newrelic cloudflare fastly'.split(
    ' ',
  ),
)
