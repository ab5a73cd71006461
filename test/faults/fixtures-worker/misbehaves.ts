// A worker that breaks the protocol in the way its argument names. It does not use the library.
import { createInterface } from 'node:readline'

const way = process.argv[2]!
const print = (text: string | Uint8Array): void => void process.stdout.write(text)
const hello = '{"type":"hello","protocol":1}'
const allow = '{"hookSpecificOutput":{"permissionDecision":"allow"}}'

const ways: Record<string, (id: number) => void> = {
  garbage: (id) => print(`{"id":${id},"answer":{"decision":\n`),
  'garbage without an id': () => print('{"decision":"allow"\n'),
  'an answer without an id after a hello': () => print(`${hello}\n${allow}\n`),
  'a deny without an id after a hello': () => print(`${hello}\n{"decision":"deny","reason":"bare"}\n`),
  'an object that is no answer': () => print('{"level":"info"}\n'),
  'no answer in the line': (id) => print(`{"id":${id}}\n`),
  'an answer that is text': (id) => print(`{"id":${id},"answer":"yes"}\n`),
  'an answer that is a list': (id) => print(`{"id":${id},"answer":[]}\n`),
  'a decision given twice': (id) => print(`{"id":${id},"answer":{"decision":"deny","decision":"allow"}}\n`),
  'invalid UTF-8': (id) =>
    print(Buffer.concat([Buffer.from(`{"id":${id},"answer":{"a":"`), Buffer.from([0xff]), Buffer.from('"}}\n')])),
  'a line that is too long': (id) => print(`{"id":${id},"answer":{"a":"${'x'.repeat(2_000_000)}"}}\n`),
  'an error': (id) => print(`{"id":${id},"error":"no idea"}\n`),
  'an error beside a deny': (id) => print(`{"id":${id},"error":"no idea","answer":{"decision":"deny","reason":"D"}}\n`),
  'noise around the answer': (id) =>
    print(`starting up\n\n[1]\n{"type":"progress"}\n{"id":${id},"answer":{"decision":"deny","reason":"D"}}\nbye\n`),
  'two answers': (id) =>
    print(`{"id":${id},"answer":{"decision":"deny","reason":"first"}}\n{"id":${id},"answer":${allow}}\n`),
  'an answer to another request': (id) =>
    print(`{"id":${id + 1000},"answer":${allow}}\n{"id":${id},"answer":{"decision":"deny","reason":"own"}}\n`),
  'an id as text': (id) => print(`{"id":"${id}","answer":{"decision":"deny","reason":"text"}}\n`),
  'an answer in pieces': (id) => {
    const bytes = Buffer.from(`{"id":${id},"answer":{"decision":"deny","reason":"ä→😀"}}\n`)
    let at = 0
    const timer = setInterval(() => {
      print(bytes.subarray(at, ++at))
      if (at === bytes.length) clearInterval(timer)
    }, 2)
  },
  'stderr without end': (id) => {
    const pour = (): boolean => process.stderr.write(Buffer.alloc(65_536, 'e'), () => setImmediate(pour))
    pour()
    setTimeout(() => print(`{"id":${id},"answer":null}\n`), 100)
  },
  'stdout without end': () => {
    const pour = (): boolean => process.stdout.write(Buffer.alloc(65_536, 'x'), () => setImmediate(pour))
    pour()
  },
  'lines without end': () => {
    const line = Buffer.from(`${'noise '.repeat(2_000)}\n`)
    const pour = (): boolean => process.stdout.write(line, () => setImmediate(pour))
    pour()
  },
  'another protocol': () => print('{"type":"hello","protocol":99}\n'),
  'its mouth shut': () => undefined,
}

if (way === 'its ears shut') setInterval(() => undefined, 1_000)
else createInterface({ input: process.stdin }).on('line', (line) => ways[way]!(JSON.parse(line).id))
