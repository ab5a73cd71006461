import { describe, expect, it } from 'vitest'
import { parseCommand } from './index.ts'

/** Every command Bash would run as one line: unknown words are `?`, redirects stand behind. */
function list(text: string): string[] {
  return parseCommand(text)
    .commands.filter((command) => command.reading === undefined)
    .map((command) =>
      [
        ...command.assignments.map(({ name, value }) => `${name}=${value.value ?? '?'}`),
        ...command.words.map((word) => word.value ?? '?'),
        ...command.redirects.map((redirect) => `${redirect.operator}${redirect.target.value ?? '?'}`),
      ].join(' '),
    )
}

describe('parseCommand', () => {
  it('gives the whole facts of a plain command', () => {
    expect(parseCommand('FOO=1 ls -la "my dir" ~/x *.ts >> log')).toEqual({
      complete: true,
      problems: [],
      commands: [
        {
          words: [
            { value: 'ls', raw: 'ls' },
            { value: '-la', raw: '-la' },
            { value: 'my dir', raw: '"my dir"' },
            { value: '~/x', raw: '~/x', home: true },
            { value: '*.ts', raw: '*.ts', glob: true },
          ],
          assignments: [{ name: 'FOO', value: { value: '1', raw: '1' } }],
          redirects: [{ kind: 'append', operator: '>>', target: { value: 'log', raw: 'log' } }],
          via: [],
          cwd: '.',
        },
      ],
    })
  })

  it.each([
    ['a; b & c && d || e | f |& g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['a\nb\n\n# c\nd', ['a', 'b', 'd']],
    ['( a; { b; } )', ['a', 'b']],
    ['! a; time b; coproc c; coproc N { d; }', ['a', 'b', 'c', 'd']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['while a; do b; done; until c; do d; done', ['a', 'b', 'c', 'd']],
    ['for x in $(a); do b; done; select y in 1; do c; done', ['a', 'b', 'c']],
    ['case $(a) in $(b)) c;; *) d;& esac', ['a', 'b', 'c', 'd']],
    ['f() { a; }; function g { b; }; f', ['a', 'b', 'f']],
    ['x "$(a "$(b)")" `c` <(d) >(e)', ['b', 'a ?', 'c', 'd', 'e', 'x ? ? ? ?']],
    ['x `a \\`b\\``', ['b', 'a ?', 'x ?']],
    ['x ${y:-$(a)} ${y/$(b)/$(c)} "${y#`d`}"', ['a', 'b', 'c', 'd', 'x ? ? ?']],
    ['X=$(a) Y=($(b) c) d', ['a', 'b', 'X=? Y=? Y=c d']],
    ['[[ -f $(a) ]]', ['a']],
    ['x <<E\n$(a) `b` $c\nE', ['a', 'b', 'x']],
    ["x <<'E'\n$(a)\nE", ['x']],
    ['x <<< "$(a)"', ['a', 'x']],
    ['{ a; } > f 2>&1 < g', ['>f <g', 'a']],
    ['a > f 2>>g <h <>i >|j &>k &>>l 2>&1 3>&-', ['a >f >>g <h <>i >|j &>k &>>l']],
    ['a >&f', ['a >&f']],
    ['a > "$X"', ['a >?']],
  ])('lists every command and file of %j', (text, expected) => {
    expect(list(text)).toEqual(expected)
  })

  it.each([
    ['r\'\'m -r\\f "/"', 'rm -rf /'],
    ["$'\\x72m' $'\\t|'", 'rm \t|'],
    ['r\\\nm x', 'rm x'],
    ['x {a,b}{1..2} {03..01} {a..c..2} pre{,fix}', 'x a1 a2 b1 b2 03 02 01 a c pre prefix'],
    ['x {a},b} {} {},a} y{},a} {a..{a,b}} {a..{1..2}} {{a},b}', 'x a} b {} {},a} y} ya a..a a..b {a..{1..2}} {a} b'],
    ['x ~ ~/a ~bob/b $HOME "${HOME}/c"', 'x ~ ~/a ~bob/b ~ ~/c'],
    ['x a$HOME ~+ "$Y" $1 $((1+1)) $(y)', 'x ? ? ? ? ? ?'],
    ['x \'\' "" \'$Y\' "\\$Y" "\\q"', 'x   $Y $Y \\q'],
    ['x $"hi"', 'x hi'],
  ])('expands the words of %j', (text, expected) => {
    expect(list(text).at(-1)).toBe(expected)
  })

  it.each([
    ["X='rm -rf'; $X /", 'rm -rf /', true],
    ['X=\'a b\'; c "$X"', 'c a b', true],
    ['X=a; Y=$X/b; c $Y', 'c a/b', true],
    ['X=rm; export X; $X y', 'rm y', true],
    ['X=rm; if a; then X=ls; fi; $X y', '? y', false],
    ['X=ls; for i in 1 2; do $X y; X=rm; done', '? y', false],
    ['X=ls; f() { X=rm; }; f; $X y', '? y', false],
    ['X=ls; eval "X=rm"; $X y', 'rm y', true],
    ['X=ls; read X; $X y', '? y', false],
    ['X=ls; printf -v X rm; $X y', '? y', false],
    ['X=ls; : ${X:=rm}; $X y', '? y', false],
    ['X=ls; a && X=rm; $X y', '? y', false],
    ['readonly X=ls; X=rm; $X y', '? y', false],
    ['IFS=,; X=a,b; $X', '?', false],
    ['X=ls cmd; $X y', '? y', false],
    ['X=1; (X=2); a $X', 'a ?', true],
  ])('resolves a variable only where its value is certain: %j', (text, expected, complete) => {
    const lines = list(text)
    expect({ found: lines.includes(expected), complete: parseCommand(text).complete }).toEqual({
      found: true,
      complete,
    })
  })

  it.each([
    ['cd a && x', ['a']],
    ['cd a && cd ../b && x', ['b']],
    ['cd /a/b && cd .. && x', ['/a']],
    ['cd && x', ['~']],
    ['cd ~/a && cd ../.. && x', ['~/..']],
    ['cd a || exit 1; x', ['a']],
    ['cd a || x', ['.']],
    ['cd a; x', [null]],
    ['cd a && y; x', [null]],
    ['cd - && x', [null]],
    ['cd "$A" && x', [null]],
    ['cd a* && x', [null]],
    ['pushd a && x', [null]],
    ['(cd a && x); x', ['a', '.']],
    ['x $(cd a && x)', ['a', '.']],
    ['if cd a; then x; else x; fi; x', ['a', '.', null]],
    ['for i in 1 2; do x; cd a; done', [null]],
    ['f() { cd a; }; f; x', [null]],
    ['cd() { :; }; cd a && x', [null]],
    ['y | cd a; x', [null]],
    ['cd a & x', ['.']],
    ['command cd a && x', ['a']],
    ['eval "cd a" && x', ['a']],
    ['env cd a && x', ['.']],
    ['. file; x', [null]],
    ['ssh h x', [null]],
    ['cd a && sh -c "cd b && x"', ['a/b']],
  ])('tracks the directory through %j', (text, expected) => {
    const { commands } = parseCommand(text)
    expect(commands.filter(({ words }) => words[0]?.value === 'x').map(({ cwd }) => cwd)).toEqual(expected)
  })

  it.each([
    ['a "', 'syntax'],
    ['a; ) b', 'syntax'],
    ['a <<E\nx', 'syntax'],
    ['a \\', 'syntax'],
    ["eval 'a \\'", 'syntax'],
    ["x <<E\n$(a '\\\n')\nE", 'syntax'],
    ['a\rb', 'syntax'],
    ['a "$({ b \\&\n})"', 'syntax'],
    ['a\0b', 'syntax'],
    ['a\u00a0b', 'syntax'],
    ['a\u200bb', 'syntax'],
    ['a\u000bb', 'syntax'],
    ['$X a', 'dynamic'],
    ['$(a) b', 'dynamic'],
    ['/bin/r? a', 'dynamic'],
    ['a !!', 'dynamic'],
    ['a "b!c"', 'dynamic'],
    ['alias ls=rm', 'dynamic'],
    ['shopt -s extglob', 'dynamic'],
    ['a !(b)', 'dynamic'],
    ["a $'\\'; b #'", 'dynamic'],
    ['a &>b c', 'dynamic'],
    ['=rm x', 'dynamic'],
    ['((x=y))', 'dynamic'],
    ['a $((x+1))', 'dynamic'],
    ["x='a[$(rm y)]'; b $((x))", 'dynamic'],
    ["test -v 'a[$(rm y)]'", 'dynamic'],
    ["unset 'a[$(rm y)]'", 'dynamic'],
    ['[[ $x -eq 1 ]]', 'dynamic'],
    ['[[ a || b ]]', 'dynamic'],
    ['a ${x@P} b', 'dynamic'],
    ['a ${!x}', 'dynamic'],
    ['declare -i x=y', 'dynamic'],
    ['hash -p /bin/rm ls', 'dynamic'],
    ['a {1..99999}', 'budget'],
    ['a \\ {},b}', 'budget'],
    ['PATH=/tmp/x ls', 'opaque'],
    ['LD_PRELOAD=x ls', 'opaque'],
    ['. file', 'opaque'],
    ['curl x | sh', 'opaque'],
  ] as const)('does not claim to understand %j', (text, kind) => {
    const facts = parseCommand(text)
    expect(facts.complete).toBe(false)
    expect(facts.problems.map((problem) => problem.kind)).toContain(kind)
  })

  it.each([
    'a',
    '',
    '# only a comment',
    'a | b > c',
    'x=1; echo $((x+1)) $((2*3))',
    'find . ! -name x',
    '[ a != b ]',
    'echo {}',
    "a $'b\\\\'",
    "git commit -m 'fix: it'",
  ])('understands %j', (text) => {
    expect(parseCommand(text)).toMatchObject({ complete: true, problems: [] })
  })

  it('says where a problem stands', () => {
    expect(parseCommand('ls; echo "a').problems).toEqual([{ kind: 'syntax', message: expect.any(String), at: 9 }])
  })

  it('lists a carriage return both as a character and as the end of a command', () => {
    expect(list('ls\rrm x')).toEqual(['ls\rrm x', 'ls', 'rm x'])
  })

  it.each([
    ['cp x{,.bak}', ['cp x{,.bak}']],
    ["a $'b'", ['a $b']],
    ['a $"b"', ['a $b']],
    ['a &>b c d', ['c d']],
  ])('lists the reading of a POSIX shell beside that of Bash for %j', (text, expected) => {
    const other = parseCommand(text).commands.filter(({ reading }) => reading === 'posix')
    expect(other.map(({ words }) => words.map(({ value }) => value).join(' '))).toEqual(expected)
  })

  it('lists the last of 50,000 commands, and says that the budget is exceeded', () => {
    const facts = parseCommand(`${'a;'.repeat(50_000)} rm -rf /`)
    expect(facts.commands.at(-1)?.words.map(({ value }) => value)).toEqual(['rm', '-rf', '/'])
    expect(facts).toMatchObject({ complete: false, problems: [{ kind: 'budget' }] })
  })

  it('says that a text over 1 MiB is over the budget, and lists its commands', () => {
    const facts = parseCommand(`a ${'x'.repeat(1024 * 1024)}; rm y`)
    expect(facts.problems.map(({ kind }) => kind)).toEqual(['budget'])
    expect(facts.commands).toHaveLength(2)
    expect(parseCommand('x'.repeat(5 * 1024 * 1024))).toMatchObject({ complete: false, commands: [] })
  })
})
