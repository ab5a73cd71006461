import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../../src/base/redact.ts'

const secrets = ['hunter2secret', 'p@ss w"rd/1', 'secretsecret', 'two\nlines of a secret value']
const redactor = createRedactor({ secrets })

const parts = [
  ...secrets,
  ...secrets.map((secret) => Buffer.from(secret).toString('base64')),
  ...secrets.map((secret) => encodeURIComponent(secret)),
  `sk-ant-${'api03-Zx9_Lk2-qW8eR5tY1uI0oP3aS6dF7gH4'}`,
  `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`,
  `eyJ${'hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'}`,
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  `-----BEGIN RSA ${'PRIVATE KEY-----'}\n`,
  'MIIEpAIBAAKCAQEA\n',
  '-----END RSA PRIVATE KEY-----',
  'password=',
  '"token": "',
  '\\"apiKey\\": \\"',
  'Authorization: ',
  'Bearer ',
  'Basic ',
  'dXNlcjpwYXNzd29yZA==',
  'API_KEY=',
  ' --token ',
  'curl -u bob:',
  'https://',
  'user:',
  '@host/',
  'Cookie: a=b; ',
  'hunter',
  'abc123def456',
  'string',
  '"',
  "'",
  '\\"',
  '\\',
  '\n',
  ' ',
  ',',
  ':',
  '=',
  '-',
  '--',
  'x',
  'https://hooks.slack.com/services/',
  '123456789:AAabcdefghijklmnopqrstuvwxyz0123456',
  '\x1b[31m',
  '\\n',
  '&sig=',
  'é',
  '😀',
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 8 })), { maxLength: 14 })
  .map((all) => all.join(''))

test('however a text is cut, the stream gives what the whole text gives', () => {
  let hidden = 0
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 6 }), (whole, seeds) => {
      const expected = redactor.text(whole)
      if (expected !== whole) hidden++
      expect(feed(cut(whole, seeds))).toBe(expected)
    }),
    { numRuns: 3000 },
  )
  expect(hidden).toBeGreaterThan(500)
})

test('every single cut, and a cut after every character, gives what the whole text gives', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const expected = redactor.text(whole)
      expect(feed([...whole].flatMap((character) => [...character]))).toBe(expected)
      for (let at = 0; at <= whole.length; at++) expect(feed([whole.slice(0, at), whole.slice(at)])).toBe(expected)
    }),
    { numRuns: 300 },
  )
})

test('no known secret survives, whatever stands around it', () => {
  fc.assert(
    fc.property(text, fc.constantFrom(...secrets), text, (before, secret, after) => {
      const output = redactor.text(`${before}${secret}${after}`)
      for (const one of secrets) expect(output).not.toContain(one)
    }),
    { numRuns: 2000 },
  )
})

test('redacting never throws on any string and leaves text without secrets as it was', () => {
  const plain = createRedactor()
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (input) => {
      expect(typeof plain.text(input)).toBe('string')
    }),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uuid(),
        fc.stringMatching(/^[0-9a-f]{40}$/),
        fc.stringMatching(/^[0-9a-f]{64}$/),
        fc.webPath(),
        fc.lorem(),
      ),
      (input) => {
        expect(plain.text(`see ${input} there`)).toBe(`see ${input} there`)
      },
    ),
  )
})

test('the values of data are redacted as their text is', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('a', 'b', 'list'), fc.oneof(text, fc.array(text, { maxLength: 3 }))),
      (data) => {
        const expected = Object.fromEntries(
          Object.entries(data).map(([key, value]) => [
            key,
            Array.isArray(value) ? value.map((item) => redactor.text(item)) : redactor.text(value),
          ]),
        )
        expect(redactor.value(data)).toEqual(expected)
      },
    ),
  )
})

function cut(whole: string, seeds: number[]): string[] {
  const places = seeds.map((seed) => seed % (whole.length + 1)).sort((a, b) => a - b)
  return [0, ...places].map((from, index) => whole.slice(from, places[index] ?? whole.length))
}

function feed(chunks: string[]): string {
  const stream = redactor.stream()
  return chunks.map((chunk) => stream.write(chunk)).join('') + stream.end()
}
