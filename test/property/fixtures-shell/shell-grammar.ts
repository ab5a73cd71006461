import fc from 'fast-check'

/**
 * Shell scripts of harmless commands: only c1 to c4 are ever named, which the recorder defines. All constructs run each of
 * their commands exactly once, so that what Bash runs can be compared with what is listed.
 */
export function arbitraryScript(): fc.Arbitrary<string> {
  return fc
    .array(
      fc.tuple(
        fc.constantFrom('', '', '', 'time ', 'time -p '),
        statement(2),
        fc.constantFrom('\n', '; ', ' ;', '\n\n', ' # note\n'),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) => parts.map(([prefix, text, end]) => prefix + text + end).join(''))
}

const plain = fc.constantFrom(
  'a',
  'b1',
  'x.y',
  'foo/bar',
  '-f',
  '--long=v',
  '@',
  '%',
  'a:b',
  '^',
  '+',
  'é',
  'k=v',
  'a#b',
  '=',
  ',',
  '..',
  'zz',
)
const nasty = fc.constantFrom(
  ' ',
  '  ',
  '\t',
  ';',
  '&',
  '|',
  '<',
  '>',
  '(',
  ')',
  '#',
  '$',
  '`',
  '*',
  '?',
  '~',
  '"',
  '\\',
  '{',
  '}',
  ',',
  '$(c1)',
  'a b',
  '\n',
)

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function quoteDouble(text: string): string {
  return `"${text.replace(/[$`"\\]/g, (mark) => `\\${mark}`)}"`
}

function quoteAnsi(text: string): string {
  return `$'${text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`
}

function escapeAll(text: string): string {
  return [...text].map((mark) => (mark === '\n' ? "'\n'" : `\\${mark}`)).join('')
}

const quotable = fc.array(fc.oneof(plain, nasty), { maxLength: 3 }).map((parts) => parts.join(''))
const ansi = fc.constantFrom(
  "$'\\x41\\t'",
  "$'\\101b'",
  "$'\\e[0m'",
  "$'a\\\\b'",
  "$'\\cA'",
  "$'\\z'",
  "$'\\\"'",
  "$'q'",
)
const doubleOdd = fc.constantFrom('"a\\qb"', '"\\a"', '"a\\\nb"', '"\'"', '"#"', '"~"', '"{a,b}"', '"*"', '"a\\\\n"')
const brace = fc.constantFrom(
  ...[
    '{a,b}',
    '{1..3}',
    '{a..c}',
    '{03..1}',
    '{1..9..4}',
    '{,x}',
    '{a,b{c,d}}',
    '{a}',
    '{}',
    '{a,"b c"}',
    "{'x',y}",
    'p{q,r}s',
    '{a,b}{c,d}',
  ],
  ...[
    '{a',
    'b}',
    '{a,b',
    '{a..}',
    '{a,,b}',
    '{{a,b}}',
    '{a\\,b,c}',
    '{-2..1}',
    '{c..a}',
    '{10..08}',
    '{x,{y}',
    '{a,b}}',
  ],
)
const randomBrace = fc
  .array(fc.constantFrom('{', '{', '}', '}', ',', ',', '..', '.', 'a', 'c', '1', '3', '"q"', "','", '\\,', '\\}'), {
    minLength: 3,
    maxLength: 9,
  })
  .map((parts) => `z${parts.join('')}`)
const segment = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 2, arbitrary: quotable.map(quoteSingle) },
  { weight: 2, arbitrary: quotable.map(quoteDouble) },
  { weight: 1, arbitrary: quotable.filter((text) => !text.includes("'")).map(quoteAnsi) },
  { weight: 1, arbitrary: quotable.map(escapeAll) },
  { weight: 1, arbitrary: ansi },
  { weight: 1, arbitrary: doubleOdd },
  { weight: 1, arbitrary: fc.constantFrom('$"loc"', "''", '""', '\\\n', 'a\\\nb') },
  { weight: 2, arbitrary: brace },
  { weight: 1, arbitrary: randomBrace },
  { weight: 1, arbitrary: randomBrace.map((text) => text.slice(1)) },
)
const word = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
/** Variables are set by `prelude` and never named otherwise. */
const variable = fc.constantFrom('$V', '"$V"', '${V}', '"x${V}y"', 'a$V', '$W', '"$W"', '$E', '"$E"', '${W}z', '$V$W')

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('c1', 'c2', 'c3', 'c4') },
  { weight: 1, arbitrary: fc.constantFrom("c'1'", '"c2"', '\\c3', "c''4", "$'c\\x31'", 'c\\\n1', '\'c\'"2"') },
)
const redirect = fc.constantFrom(
  '>out',
  '> "o p"',
  '2>&1',
  '>>log',
  '</dev/null',
  '2>/dev/null',
  '>|f',
  '&>all',
  '3<>rw',
  '2>&-',
  '<<<here',
  '<<<"h s"',
)
const prelude = "V='one two'; W=w E= C=c1\n"

const simple = fc
  .record({
    lead: fc.option(
      fc.oneof(
        redirect,
        word.map((text) => `A=${text}`),
      ),
      { nil: undefined, freq: 5 },
    ),
    name,
    words: fc.array(fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: variable }), { maxLength: 4 }),
    redirect: fc.option(redirect, { nil: undefined, freq: 4 }),
  })
  .map(({ lead, name, words, redirect }) =>
    [lead, name, ...words, redirect].filter((part) => part !== undefined).join(' '),
  )

function statement(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return simple
  const inner = fc.oneof(
    { weight: 3, arbitrary: simple },
    { weight: 1, arbitrary: statement(depth - 1).map((text) => `{ ${text}\n}`) },
  )
  const pair = fc.tuple(inner, inner)
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    { weight: 1, arbitrary: simple.map((text) => `{ ${prelude}${text}\n$C ${text.includes('\n') ? 'a' : 'b'}\n}`) },
    { weight: 2, arbitrary: pair.map(([a, b]) => `{ ${a} && ${b}\n}`) },
    { weight: 1, arbitrary: pair.map(([a, b]) => `{ ! ${a} || ${b}\n}`) },
    { weight: 2, arbitrary: pair.map(([a, b]) => `${a} | ${b}`) },
    { weight: 1, arbitrary: pair.map(([a, b]) => `${a} |& ${b}`) },
    { weight: 1, arbitrary: pair.map(([a, b]) => `${a} & ${b}`) },
    { weight: 1, arbitrary: inner.map((a) => `( ${a} )`) },
    { weight: 1, arbitrary: inner.map((a) => `{ ${a}\n}`) },
    { weight: 1, arbitrary: inner.map((a) => `if ${a}; then ${'c1 then'}; fi`) },
    { weight: 1, arbitrary: inner.map((a) => `for i in one; do ${a}; done`) },
    { weight: 1, arbitrary: inner.map((a) => `case x in x) ${a};; esac`) },
    { weight: 1, arbitrary: inner.map((a) => `c1 "$(${a})"`) },
    { weight: 1, arbitrary: inner.map((a) => `X=$(${a}\n)`) },
    { weight: 1, arbitrary: inner.filter((a) => !a.includes('\\\n')).map((a) => `{ c2 <<END\n$(${a}\n)\nEND\n}`) },
    { weight: 1, arbitrary: inner.map((a) => `[[ -z $(${a}\n) ]]`) },
    { weight: 1, arbitrary: inner.map((a) => `c3 "\${UNSET:-$(${a}\n)}"`) },
    { weight: 1, arbitrary: inner.map((a) => `f() { ${a}\n}\nf`) },
    { weight: 1, arbitrary: inner.map((a) => `eval ${quoteSingle(a)}`) },
    { weight: 1, arbitrary: inner.map((a) => `command eval ${quoteDouble(a)}`) },
    { weight: 1, arbitrary: simple.map((a) => `c4 \`${a.replace(/[\\`$]/g, (mark) => `\\${mark}`)}\``) },
  )
}
