import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HookError } from '../../base/errors.ts'
import { parseFlags } from '../parse-flags.ts'
import { sharedFlags } from '../run-program.ts'
import { readSettings } from './read-settings.ts'
import { runFlags } from './run-flags.ts'

const digest = `sha256:${'ab'.repeat(32)}`

const folder = mkdtempSync(join(tmpdir(), 'hookline-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ok = join(folder, 'ok.json')
writeFileSync(ok, '// a script\n[{"text": "x", "toolCalls": [{"name": "Bash", "input": {"command": "ls"}}],}]')
const scriptFile = (text: string): string => {
  const path = join(folder, `${text.length}.json`)
  writeFileSync(path, text)
  return path
}

const read = (argv: readonly string[]): ReturnType<typeof readSettings> =>
  readSettings(parseFlags(argv, { ...runFlags, ...sharedFlags }).flags)

test('the flags become what a session is made of', () => {
  const argv = ['--script', ok, '--config', 'a.json', '--config', 'b.toml', '--dialect', 'kimi', '--cwd', folder]
  const more = ['--permission-mode', 'plan', '--max-turns', '7', '--allow', 'Read', '--deny', 'Bash', '--verbose']
  expect(read([...argv, ...more, `--trust-hooks=${digest}`, '--model', 'm', '--price', '3/15.5', '--json'])).toEqual({
    session: {
      cwd: folder,
      settingSources: ['managed', 'user', 'project', 'local'],
      configFiles: ['a.json', 'b.toml'].map((name) => ({ path: join(process.cwd(), name), dialect: 'kimi' })),
      permissions: { allow: ['Read'], deny: ['Bash'] },
      provider: {
        type: 'scripted',
        script: [{ text: 'x', toolCalls: [{ name: 'Bash', input: { command: 'ls' } }] }],
      },
      model: 'm',
      permissionMode: 'plan',
      maxTurns: 7,
      trustedHooks: [digest],
    },
    format: 'json',
    price: { input: 3, output: 15.5 },
    debug: true,
  })
  expect(
    read(['--setting-sources', 'user, project', '--provider', 'openai', '--base-url', 'http://h']).session,
  ).toMatchObject({
    settingSources: ['user', 'project'],
    provider: { type: 'openai', baseUrl: 'http://h' },
  })
  expect(read(['--setting-sources', 'none']).session.settingSources).toEqual([])
})

test.each<[string[], string, RegExp, RegExp]>([
  [['--provider', 'scripted'], 'USAGE', /nothing to say/, /--script FILE/],
  [['--script', ok, '--provider', 'openai'], 'USAGE', /--provider says openai/, /Leave one/],
  [['--base-url', 'http://h'], 'USAGE', /none is named/, /--provider/],
  [['--provider', 'openai', '--base-url', 'h:80'], 'USAGE', /--base-url is "h:80"/, /http:\/\//],
  [['--script', ok, '--base-url', 'http://h'], 'USAGE', /--base-url for another/, /Leave one/],
  [['--deny', 'bash(rm *)'], 'USAGE', /--deny bash\(rm \*\): there is no tool "bash"/, /Did you mean "Bash\(rm \*\)"/],
  [['--allow', 'Bash('], 'USAGE', /--allow: Invalid rule "Bash\("/, /Tool\(argument\)/],
  [['--provider', 'openai-compatible'], 'USAGE', /needs --base-url/, /--base-url http:/],
  [['--max-turns', '0'], 'USAGE', /--max-turns is "0"/, /at least 1/],
  [['--max-turns', 'many'], 'USAGE', /--max-turns is "many"/, /at least 1/],
  [['--price', '3'], 'USAGE', /--price is "3"/, /3\/15/],
  [['--cwd', join(folder, 'nowhere')], 'USAGE', /is no folder/, /root/],
  [['--setting-sources', 'usr'], 'USAGE', /"usr"/, /"user"/],
  [['--json', '--output-format', 'stream-json'], 'USAGE', /stream-json/, /Leave one/],
  [['--script', join(folder, 'gone')], 'CONFIG_NOT_FOUND', /no such file/, /path/],
  [['--script', scriptFile('{"text": 1}')], 'CONFIG_INVALID_VALUE', /the script is an object/, /list of steps/],
  [
    ['--script', scriptFile('[{"toolCalls": [{"name": "A"}]}]')],
    'CONFIG_INVALID_VALUE',
    /\[0\]\.toolCalls\[0\]\.input/,
    /list of steps/,
  ],
  [['--script', scriptFile('[{"txt": "x"}]')], 'CONFIG_UNKNOWN_KEY', /\[0\]\.txt/, /"text"/],
  [['--script', scriptFile('[')], 'CONFIG_SYNTAX', /./, /./],
])('%j is refused with what is wrong and how to mend it', (argv, code, message, hint) => {
  let caught: unknown
  try {
    read(argv)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(HookError)
  const error = caught as HookError
  expect(error.code).toBe(code)
  expect(error.message).toMatch(message)
  expect(error.hint).toMatch(hint)
})
