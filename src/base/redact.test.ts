import { expect, test } from 'vitest'
import { secretShapes } from './redact/secret-shapes.ts'
import { createRedactor, isSecretName, modelCredentialNames } from './redact.ts'

const redactor = createRedactor()

/** Written in two halves, so that no scanner takes the samples for leaked credentials. */
const samples: Record<string, string[]> = {
  'anthropic-key': ['sk-ant-', 'api03-Zx9_Lk2-qW8eR5tY1uI0oP3aS6dF7gH4'],
  'openai-key': ['sk-proj-', 'Zx9Lk2qW8eR5tY1uI0oP3aS6dF7gH4'],
  'openrouter-key': ['sk-or-v1-', '0123456789abcdef0123456789abcdef'],
  'api-key': ['sk-', 'Zx9Lk2qW8eR5tY1uI0oP3aS6dF7gH4jK'],
  'google-key': ['AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'],
  'google-token': ['ya29.', 'a0AfH6SMBx9Lk2qW8eR5tY1uI'],
  'google-secret': ['GOCSPX-', 'a1B2c3D4e5F6g7H8i9J0k1L2'],
  'github-token': ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
  'gitlab-token': ['glpat-', 'a1B2c3D4e5F6g7H8i9J0'],
  'slack-token': ['xoxb-', '123456789012-abcdefABCDEF'],
  'npm-token': ['npm_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
  'pypi-token': ['pypi-AgE', 'IcHlwaS5vcmcCJDU3ZDM1'],
  'huggingface-token': ['hf_', 'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh'],
  'stripe-key': ['sk_live_', '51H8a1B2c3D4e5F6g7H8'],
  'sendgrid-key': ['SG.', 'a1B2c3D4e5F6g7H8i9J0k1.L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6'],
  'groq-key': ['gsk_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
  'xai-key': ['xai-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2'],
  'perplexity-key': ['pplx-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'],
  'replicate-token': ['r8_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7'],
  'fireworks-key': ['fw_', 'a1B2c3D4e5F6g7H8i9J0k1L2'],
  'cerebras-key': ['csk-', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6'],
  'nvidia-key': ['nvapi-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'],
  'digitalocean-token': ['dop_v1_', '0123456789abcdef0123456789abcdef0123456789abcdef'],
  'shopify-token': ['shpat_', '0123456789abcdef0123456789abcdef'],
  'linear-key': ['lin_api_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'],
  'notion-token': ['ntn_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'],
  'docker-token': ['dckr_pat_', 'a1B2c3D4e5F6g7H8i9J0k1L2'],
  'vault-token': ['hvs.', 'CAESIJa1B2c3D4e5F6g7H8i9J0'],
  'atlassian-token': ['ATATT3', 'xFfGF0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9'],
  'aws-key': ['AKIA', 'IOSFODNN7EXAMPLE'],
  'postman-key': ['PMAK-', '0123456789abcdef01234567-0123456789abcdef0123456789abcdef01'],
  'sentry-token': ['sntrys_', 'eyJpYXQiOjE2ODczMzY1NDMuNjk4NTksInVy'],
  'age-key': ['AGE-SECRET-KEY-1', 'QQPQQSPPRRSSTTUUVVWWXXYYZZ00112233445566778899AA'],
  'databricks-token': ['dapi', '0123456789abcdef0123456789abcdef'],
  'twilio-key': ['SK', '0123456789abcdef0123456789abcdef'],
  jwt: ['eyJ', 'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
  'private-key': ['-----BEGIN OPENSSH ', 'PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\nAAAA\n-----END OPENSSH PRIVATE KEY-----'],
}

test('hides every kind of credential that is known by its look', () => {
  const kinds = new Set(
    secretShapes.map(({ kind }) => kind).filter((kind) => kind !== '' && !kind.endsWith('-webhook')),
  )
  expect(new Set(Object.keys(samples))).toEqual(kinds)
  for (const [kind, halves] of Object.entries(samples)) {
    const secret = halves.join('')
    expect(redactor.text(`use ${secret} here`)).toBe(`use [redacted:${kind}] here`)
    expect(redactor.text(`"${secret}"`)).toBe(`"[redacted:${kind}]"`)
    expect(redactor.text(JSON.stringify(`line\n${secret}\n`))).toBe(`"line\\n[redacted:${kind}]\\n"`)
    expect(redactor.text(`\x1b[31m${secret}\x1b[0m`)).toBe(`\x1b[31m[redacted:${kind}]\x1b[0m`)
    expect(redactor.text(`token=${secret}`)).not.toContain(halves[1])
  }
})

const jwtLike = `${'eyJhbGci'}OiJIUzI1NiJ9`

test.each([
  ['password=hunter2', 'password=[redacted]'],
  ['password: hunter2\nuser: bob', 'password: [redacted]\nuser: bob'],
  ['passphrase = "correct horse battery"', 'passphrase = "[redacted]"'],
  [`{"password": "say \\"hi\\" now", "a": 1}`, `{"password": "[redacted]", "a": 1}`],
  [`{\\"apiKey\\": \\"abcdef123456\\", \\"a\\": 1}`, `{\\"apiKey\\": \\"[redacted]\\", \\"a\\": 1}`],
  ["client_secret='abc123def'", "client_secret='[redacted]'"],
  ['API_KEY=a,b;c&d(e)f NEXT=1', 'API_KEY=[redacted] NEXT=1'],
  ['env["GITHUB_TOKEN"] = "abc123def"', 'env["GITHUB_TOKEN"] = "[redacted]"'],
  ['token := `abc123def`', 'token := `[redacted]`'],
  ['{"text":"A=1\\nTOKEN=abc123def\\nB=2"}', '{"text":"A=1\\nTOKEN=[redacted]\\nB=2"}'],
  ['GET /x?a=1&api_key=abc123def&b=2', 'GET /x?a=1&api_key=[redacted]&b=2'],
  ['https://x.blob/y?sv=1&sig=abc%2Bdef123&se=2', 'https://x.blob/y?sv=1&sig=[redacted]&se=2'],
  [
    'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=ab+c/12==;Y=z',
    'DefaultEndpointsProtocol=https;AccountName=x;AccountKey=[redacted];Y=z',
  ],
  ['Server=db;Uid=sa;Pwd=hunter2;Database=x', 'Server=db;Uid=sa;Pwd=[redacted];Database=x'],
  ['X-Api-Key: 0123456789-abc', 'X-Api-Key: [redacted]'],
  ['Authorization: Bearer abc.def.123\nAccept: */*', 'Authorization: Bearer [redacted]\nAccept: */*'],
  ['"authorization":["Bearer abc.def.123"]', '"authorization":["Bearer [redacted]"]'],
  ['Authorization: AWS4-HMAC-SHA256 Credential=x, Signature=y\nA: b', 'Authorization: [redacted]\nA: b'],
  ['use bearer 0123456789abcdef.', 'use bearer [redacted]'],
  [`curl -H 'Authorization: Basic dXNlcjpwYXNz' x`, `curl -H 'Authorization: Basic [redacted]' x`],
  ['sent Basic dXNlcjpwYXNzd29yZA== to it', 'sent Basic [redacted] to it'],
  ['Cookie: sid=abc; theme=dark\nA: b', 'Cookie: [redacted]\nA: b'],
  ['postgres://app:s3cret@db:5432/x', 'postgres://app:[redacted]@db:5432/x'],
  ['redis://:s3cret@cache', 'redis://:[redacted]@cache'],
  ['https://0123456789abcdef0123@git.example/x', 'https://[redacted]@git.example/x'],
  [
    'https://hooks.slack.com/services/T0AB/B0CD/xyz789 ok',
    'https://hooks.slack.com/services/[redacted:slack-webhook] ok',
  ],
  ['https://discord.com/api/webhooks/1234567/ab_c-d', 'https://discord.com/api/webhooks/[redacted:discord-webhook]'],
  [`bot 123456789:${'AA'}abcdefghijklmnopqrstuvwxyz0123456`, 'bot 123456789:[redacted:telegram-token]'],
  ['tool --token abc123def --verbose', 'tool --token [redacted] --verbose'],
  ['["tool", "--api-key", "abc123def"]', '["tool", "--api-key", "[redacted]"]'],
  ['curl -s -u bob:builder9 https://x', 'curl -s -u bob:[redacted] https://x'],
  ['mysql -u root -pbuilder9xyz shop', 'mysql -u root -p[redacted] shop'],
  [`sshpass -p"builder9xyz" ssh h`, `sshpass -p"[redacted]" ssh h`],
  [`${'AKIA'}IOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY`, '[redacted:aws-key]'],
  [
    `{"private_key": "${'-----BEGIN '}PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n", "id": 1}`,
    '{"private_key": "[redacted:private-key]\\n", "id": 1}',
  ],
])('redacts %j', (text, expected) => {
  expect(redactor.text(text)).toBe(expected)
  expect(redactor.text(expected)).toBe(expected)
})

test.each([
  'commit 5f2c1e9a0b3d4f6e8c7a1b2d3e4f5a6b7c8d9e0f by bob',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  '/usr/lib/node_modules/task-runner/sk-index.js:10:5',
  'PWD=/home/bob/src OLDPWD=/home/bob SSH_AUTH_SOCK=/tmp/ssh-x1/agent.42',
  'http://localhost:8080/a@b and https://example.com/@scope/x?y=1#z',
  'max_tokens: 4096, "input_tokens": 123456789, token_count=42',
  'SyntaxError: Unexpected token: punc (})',
  'apiKey: string; password: string, token?: Token',
  'the password: must be long. Invalid token: expired',
  'const token = getToken(1); const key = keys[0]',
  'token: ${{ secrets.GITHUB_TOKEN }} password=$PASSWORD secret=<your secret>',
  'password == other && secret => x, key: value',
  'Basic functionality, bearer of news, Basic dGVzdA== is no pair',
  'author: bob, monkey=banana, keyboard: qwerty12, passport=AB123456',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'docker run -u 1000:1000 --user node:node image',
  'mysql -u root -p shop; tar -pxfbuilder9xyz',
  `data:image/png;base64,${Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)).toString('base64')}`,
  `${jwtLike} alone is no token`,
])('leaves %j alone', (text) => {
  expect(redactor.text(text)).toBe(text)
})

test('hides known values in every spelling', () => {
  const secret = 'p@ss w"rd/ü1'
  const known = createRedactor({
    secrets: [secret, 'short', 'line one of a longer secret\nline two of a longer secret'],
  })
  const spellings = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    encodeURIComponent(secret).toLowerCase(),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
    'line two of a longer secret',
  ]
  for (const spelling of spellings) expect(known.text(`a ${spelling} b${spelling}`)).toBe('a [redacted] b[redacted]')
  for (const lead of ['', 'u', 'us', 'use', 'user:']) {
    const text = Buffer.from(`${lead}${secret} and more`).toString('base64')
    expect(known.text(text)).toMatch(/^.{0,8}\[redacted\].{4,16}$/)
  }
  expect(known.text('a short word')).toBe('a short word')
})

test('hides overlapping known values whole', () => {
  const known = createRedactor({ secrets: ['abcdefgh', 'efghijkl', 'abcdefghij'] })
  expect(known.text('xabcdefghijkly abcdefgh!')).toBe('x[redacted]y [redacted]!')
  expect(createRedactor({ secrets: ['b c d e'] }).text('token=a1a1a1b c d e f')).toBe('token=[redacted] f')
})

test('takes known values from the environment by name, and passwords from its URLs', () => {
  const known = createRedactor({
    env: {
      MY_TOKEN: 'zebra crossing',
      KIMI_API_KEY: 'kimi value',
      DATABASE_URL: 'postgres://app:p%40ssw0rd@db/x',
      HOME: '/home/zebra',
      TOKEN_PATH: '/run/token',
      APP_SECRET: '/run/secrets/app',
      DB_PASSWORD: 'password',
      EMPTY_TOKEN: '',
      NO_TOKEN: undefined,
    },
  })
  expect(known.text('zebra crossing, kimi value, p%40ssw0rd, p@ssw0rd')).toBe(
    '[redacted], [redacted], [redacted], [redacted]',
  )
  const plain = '/home/zebra /run/token /run/secrets/app the password'
  expect(known.text(plain)).toBe(plain)
})

test('redacts data deeply, masks secret keys, and leaves its input alone', () => {
  const known = createRedactor({ secrets: ['hunter2value'] })
  const when = new Date(0)
  const input = {
    list: ['ok', 'has hunter2value'],
    headers: { Authorization: 'Bearer x', 'x-api-key': ['a', 'b'], accept: '*/*' },
    credentials: { user: 'bob', pin: 1234, none: null, empty: '' },
    max_tokens: 5,
    when,
    hunter2value: 1,
    error: Object.assign(new TypeError('bad hunter2value'), { code: 'E' }),
    map: new Map([['password', 'x']]),
    bytes: new Uint8Array(3),
    run: () => 1,
  }
  const before = structuredClone({ list: input.list, headers: input.headers })
  const output = known.value(input)
  expect(output).toEqual({
    list: ['ok', 'has [redacted]'],
    headers: { Authorization: '[redacted]', 'x-api-key': ['[redacted]', '[redacted]'], accept: '*/*' },
    credentials: { user: '[redacted]', pin: '[redacted]', none: null, empty: '' },
    max_tokens: 5,
    when,
    '[redacted]': 1,
    error: { name: 'TypeError', message: 'bad [redacted]', stack: expect.not.stringContaining('hunter2'), code: 'E' },
    map: { password: '[redacted]' },
    bytes: '[binary: 3 bytes]',
    run: '[function]',
  })
  expect({ list: input.list, headers: input.headers }).toEqual(before)
})

test('redacts hostile data without throwing', () => {
  const cycle: Record<string, unknown> = { a: 1 }
  cycle['self'] = cycle
  expect(redactor.value(cycle)).toEqual({ a: 1, self: '[circular]' })
  expect(redactor.value(new Proxy({}, { get: () => expect.unreachable(), ownKeys: () => expect.unreachable() }))).toBe(
    '[proxy]',
  )
  const bomb = Object.defineProperty({}, 'x', { enumerable: true, get: () => expect.unreachable() })
  expect(redactor.value(bomb)).toEqual({ x: '[getter]' })
  expect(JSON.stringify(redactor.value(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))))).toContain('[too deep]')
  const polluting = redactor.value(JSON.parse('{"__proto__":{"x":"y"}}') as object)
  expect(Object.getPrototypeOf(polluting)).toBe(Object.prototype)
  expect(JSON.stringify(polluting)).toBe('{"__proto__":{"x":"y"}}')
})

test('shows at once what cannot be part of a secret, and holds back what can', () => {
  const known = createRedactor({ secrets: ['hunter2secret'] })
  const stream = known.stream()
  expect(stream.write('plain words, nothing more.')).toBe('plain words, nothing more.')
  expect(stream.write(' then hunter2s')).toBe(' then ')
  expect(stream.write('ecret and.')).toBe('[redacted] and.')
  expect(stream.write(' hunter2')).toBe(' ')
  expect(stream.end()).toBe('hunter2')
})

test('a private key without an end hides no more than 64 KiB', () => {
  const text = `${'-----BEGIN '}PRIVATE KEY-----\n${'MIIE\n'.repeat(20_000)}`
  const output = redactor.text(text)
  expect(output.startsWith('[redacted:private-key]')).toBe(true)
  expect(output.length).toBe('[redacted:private-key]'.length + 100_001 - 64 * 1024)
})

test.each([
  'ANTHROPIC_API_KEY',
  'GITHUB_TOKEN',
  'GITHUB_PAT',
  'PGPASSWORD',
  'MYSQL_PWD',
  'DB_PASS',
  'apiKey',
  'x-api-key',
  'Authorization',
  'set-cookie',
  'client_secret',
  'AWS_SECRET_ACCESS_KEY',
  'accessToken',
  'AWS_BEARER_TOKEN_BEDROCK',
  'STRIPE_KEY',
  'privateKey',
  'SECRET_KEY_BASE',
  '_authToken',
  'auth',
  'credentials',
  'AccountKey',
  'connectionString',
  'passphrase',
  'NPM_CONFIG__AUTH_TOKEN',
  'SSHPASS',
  'jwt',
])('%s holds a credential', (name) => {
  expect(isSecretName(name)).toBe(true)
})

test.each([
  'PATH',
  'PWD',
  'OLDPWD',
  'HOME',
  'key',
  'keys',
  'monkey',
  'author',
  'max_tokens',
  'inputTokens',
  'nextPageToken',
  'next_token',
  'TOKEN_URL',
  'AWS_ACCESS_KEY_ID',
  'public_key',
  'primaryKey',
  'SSH_AUTH_SOCK',
  'SECRET_NAME',
  'keyPath',
  'passed',
  'compass',
  'tool_name',
  'apiKeyHelper',
  'tokenizer',
])('%s holds none', (name) => {
  expect(isSecretName(name)).toBe(false)
})

test('every model credential but a header list is a secret name, once each', () => {
  expect(new Set(modelCredentialNames).size).toBe(modelCredentialNames.length)
  expect(modelCredentialNames.filter((name) => !isSecretName(name))).toEqual(['ANTHROPIC_CUSTOM_HEADERS'])
  expect(modelCredentialNames).toEqual(
    expect.arrayContaining([
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'OPENAI_API_KEY',
      'GOOGLE_API_KEY',
      'GEMINI_API_KEY',
      'MOONSHOT_API_KEY',
      'KIMI_API_KEY',
      'AZURE_OPENAI_API_KEY',
      'AWS_BEARER_TOKEN_BEDROCK',
      'HF_TOKEN',
    ]),
  )
})
