import { expect, test } from 'vitest'
import { HookError } from '../base/errors.ts'
import { parseFlags } from './parse-flags.ts'

const specs = {
  event: { type: 'text', value: 'FILE', about: 'The event.' },
  config: { type: 'text', value: 'FILE', many: true, about: 'A file.' },
  dialect: { type: 'text', choices: ['blade', 'claude', 'kimi'], about: 'A dialect.' },
  debug: { type: 'switch', aliases: ['verbose'], about: 'Tell more.' },
} as const

test('takes flags in any order and both forms of a value', () => {
  expect(
    parseFlags(['--config', 'a', 'x', '--event=-', '--verbose', '--config=b=c', '--dialect', 'kimi'], specs),
  ).toEqual({
    flags: { event: '-', config: ['a', 'b=c'], dialect: 'kimi', debug: true },
    arguments: ['x'],
  })
})

test('gives empty values for what was not given', () => {
  expect(parseFlags([], specs)).toEqual({
    flags: { event: undefined, config: [], dialect: undefined, debug: false },
    arguments: [],
  })
})

test('takes a lone dash as a value', () => {
  expect(parseFlags(['--event', '-'], specs).flags.event).toBe('-')
})

test('takes everything after two dashes as plain arguments', () => {
  expect(parseFlags(['--debug', '--', '--event', 'x'], specs)).toEqual({
    flags: { event: undefined, config: [], dialect: undefined, debug: true },
    arguments: ['--event', 'x'],
  })
})

test('takes the value of a flag that may stand alone only after an equals sign', () => {
  const alone = { slow: { type: 'text', value: 'MS', bare: '10000', about: 'Slow ones.' } } as const
  const read = (...argv: string[]): unknown => parseFlags(argv, alone)
  expect([read(), read('--slow', 'last'), read('--slow=500', 'last')]).toEqual([
    { flags: { slow: undefined }, arguments: [] },
    { flags: { slow: '10000' }, arguments: ['last'] },
    { flags: { slow: '500' }, arguments: ['last'] },
  ])
  expect(() => read('--slow=')).toThrow('--slow needs a value')
})

const refused: [string[], string, string][] = [
  [
    ['--evnt', 'x'],
    'unknown flag --evnt',
    'Did you mean --event? Known here: --event --config --dialect --debug --verbose.',
  ],
  [['--zzzzzz'], 'unknown flag --zzzzzz', 'Known here: --event --config --dialect --debug --verbose.'],
  [['-e', 'x'], 'unknown flag -e', 'Known here: --event --config --dialect --debug --verbose.'],
  [['--no-debug'], 'unknown flag --no-debug', 'Known here: --event --config --dialect --debug --verbose.'],
  [['--__proto__'], 'unknown flag --__proto__', 'Known here: --event --config --dialect --debug --verbose.'],
  [['--event'], '--event needs a value', 'Write --event FILE.'],
  [['--event='], '--event needs a value', 'Write --event FILE.'],
  [
    ['--event', '--debug'],
    '--event needs a value, found the flag --debug',
    'Write --event FILE; a value that begins with "-" is written --event=--debug.',
  ],
  [['--event', 'a', '--event', 'b'], '--event was given twice: a and b', 'Give it once.'],
  [['--debug=yes'], '--debug takes no value', 'Write just --debug.'],
  [['--dialect', 'claud'], '--dialect does not know "claud"', 'Did you mean "claude"? Valid: blade, claude, kimi.'],
  [['--dialect', 'perl6'], '--dialect does not know "perl6"', 'Valid: blade, claude, kimi.'],
  [['a', 'b'], 'unexpected argument "b"', 'It takes at most 1. Values of flags stand right after their flag.'],
]

test.each(refused)('refuses %j and says how to mend it', (argv, message, hint) => {
  const error = catchError(() => parseFlags(argv, specs, 1))
  expect({ code: error.code, message: error.message, hint: error.hint }).toEqual({ code: 'USAGE', message, hint })
})

function catchError(run: () => unknown): HookError {
  try {
    run()
  } catch (error) {
    if (error instanceof HookError) return error
  }
  throw new Error('expected a HookError')
}
