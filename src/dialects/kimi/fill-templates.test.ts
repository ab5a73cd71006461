import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillTemplates } from './fill-templates.ts'

const workDir = '/home/user/project'

function fill(command: string, toolInput: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return fillTemplates(command, { fields: { tool_input: toolInput, ...more }, workDir })
}

function run(command: string, toolInput: Record<string, unknown>): string {
  const filled = fill(command, toolInput)
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', filled.command], {
    env: { PATH: process.env['PATH'], ...filled.env },
    maxBuffer: 2 ** 26,
  })
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' })
  return stdout.toString()
}

describe('fillTemplates', () => {
  it('refers to values through variables, quoted wherever the template stands', () => {
    expect(fill('black {{tool_input.a}} "x {{tool_input.b}}y" # {{tool_input.c}}', { a: '1', b: '2', c: '3' })).toEqual(
      {
        command: 'black "$HOOKLINE_TEMPLATE_1" "x ${HOOKLINE_TEMPLATE_2}y" # ',
        env: { HOOKLINE_TEMPLATE_1: '1', HOOKLINE_TEMPLATE_2: '2' },
      },
    )
  })

  it('leaves a command without templates as it is', () => {
    const command = "echo '{{.Names}}' {a,b}"
    expect(fill(command, {})).toEqual({ command, env: {} })
  })

  it.each([
    ['text', 'text'],
    ['', ''],
    [7, '7'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [{ b: [1, { c: 'ü' }] }, '{"b":[1,{"c":"ü"}]}'],
    [[1, 2], '[1,2]'],
    ['a\0b', 'a\uFFFDb'],
  ])('writes %j as %j', (value, expected) => {
    expect(fill('x {{tool_input.a}}', { a: value }).env).toEqual({ HOOKLINE_TEMPLATE_1: expected })
  })

  it.each([
    ['tool_input.edits.0.new', 'n'],
    ['tool_input.nested.key-1', 'k'],
    ['tool_input.missing', ''],
    ['tool_input.missing.deeper', ''],
    ['tool_input.text.length', ''],
    ['tool_input.constructor', ''],
    ['tool_input.__proto__', ''],
    ['missing', ''],
    ['session_id', 's'],
  ])('finds {{%s}}', (path, expected) => {
    const input = { edits: [{ new: 'n' }], nested: { 'key-1': 'k' }, text: 'abc' }
    expect(fill(`x {{${path}}}`, input, { session_id: 's' }).env).toEqual({ HOOKLINE_TEMPLATE_1: expected })
  })

  it.each([
    ['/home/user/project/src/a.py', 'src/a.py'],
    ['/home/user/project/src/../b.py', 'b.py'],
    ['/home/user/project', '/home/user/project'],
    ['/home/user/project-evil/a.py', '/home/user/project-evil/a.py'],
    ['/home/user/project/../other/a.py', '/home/user/project/../other/a.py'],
    ['/etc/passwd', '/etc/passwd'],
    ['src/a.py', 'src/a.py'],
    ['/home/user/project/..hidden', '..hidden'],
    ['/home/user/project/--config=evil', './--config=evil'],
    ['-rf', './-rf'],
  ])('shows the path %s as %s', (path, expected) => {
    expect(fill('x {{tool_input.file_path}}', { file_path: path }).env).toEqual({ HOOKLINE_TEMPLATE_1: expected })
  })

  it('leaves text alone that is no path, even if it begins like one', () => {
    const command = '/home/user/project/run.sh --all'
    expect(fill('x {{tool_input.command}} {{work_dir}}', { command }, { work_dir: workDir }).env).toEqual({
      HOOKLINE_TEMPLATE_1: command,
      HOOKLINE_TEMPLATE_2: workDir,
    })
  })

  it('never fills a template that could become code, even if nobody refused the command', () => {
    expect(fill("sh -c 'echo {{tool_input.a}}' {{tool_input.a}}", { a: '; id' })).toEqual({
      command: `sh -c 'echo ' "$HOOKLINE_TEMPLATE_2"`,
      env: { HOOKLINE_TEMPLATE_2: '; id' },
    })
  })

  it('gives every value to the command as one word, whatever it holds', () => {
    const places = [
      'printf "%s" {{tool_input.v}}',
      'printf "%s" "{{tool_input.v}}"',
      'V={{tool_input.v}}; printf "%s" "$V"',
      'printf "%s" "$(printf "%s." {{tool_input.v}})" | sed "$ s/[.]$//"',
      'for f in {{tool_input.v}}; do printf "%s" "$f"; done',
      'printf "%s" "${NOTHING:-{{tool_input.v}}}"',
      'printf "%s" ${NOTHING:-{{tool_input.v}}}',
      `sh -c 'printf "%s" "$1"' sh {{tool_input.v}}`,
      'case {{tool_input.v}} in "{{tool_input.v}}") printf "%s" {{tool_input.v}};; esac',
    ]
    const nasty = fc.constantFrom(
      '$(id)',
      '`id`',
      '"',
      "'",
      ';',
      '\n',
      '&&',
      '*',
      '\\',
      '${HOME}',
      ' ',
      '|',
      '{{a}}',
      'é',
      '😀',
    )
    const values = fc
      .array(fc.oneof(nasty, fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(values, fc.constantFrom(...places), (value, command) => {
        // A trailing newline is lost in command substitution by the shell itself, a NUL cannot be passed at all.
        const sent = value.replaceAll('\0', '').replace(/\n+$/, '').toWellFormed()
        fc.pre(sent !== '')
        expect(run(command, { v: sent })).toBe(sent)
      }),
      { numRuns: 80, examples: [['.\n$(id)', places[3]!]] },
    )
  }, 60_000)

  it('passes values that are longer than one variable can be', () => {
    const value = '😀é x'.repeat(60_000)
    expect(Buffer.byteLength(value)).toBeGreaterThan(400_000)
    expect(run('printf "%s" {{tool_input.v}}', { v: value })).toBe(value)
    expect(run('printf "%s" "a{{tool_input.v}}b"', { v: value })).toBe(`a${value}b`)
  })
})
