import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { QuestionDesk, RecordReader } from '../protocol/records.ts'
import { answerQuestion, readAnswer } from './answer-question.ts'
import { clipValue, textAt } from './clip-record.ts'
import { guardRequest } from './guard-request.ts'
import { LatencyBook } from './latency-book.ts'
import type { PageFiles } from './page-files.ts'
import type { PageKey } from './page-key.ts'
import type { PageQuestion } from './page-types.ts'
import { Pulse } from './pulse.ts'
import { readFiring } from './read-firing.ts'
import { readCount, readFiringQuery } from './read-query.ts'
import { streamRecords } from './stream-records.ts'

/** What a page is made from. */
export interface PageParts {
  reader: RecordReader
  /** Without one nothing can be answered from the page. */
  desk?: QuestionDesk
  files: PageFiles
  key: PageKey
  /** The names under which this server may be asked for, with its port. */
  hosts: readonly string[]
  /** Fires when the server closes. */
  signal: AbortSignal
}

/** A page, and how many watch it. */
export interface OpenPage {
  app: Hono
  watching(): number
}

/** As many pages may watch at once; a browser that opens more than that has gone wrong. */
const mostStreams = 64

const limitBody = bodyLimit({
  maxSize: 65_536,
  onError: (context) => context.json({ error: { message: 'An answer has at most 64 KiB.' } }, 413),
})

/** The page as a web application: its files, a JSON interface to the records, and a stream of what is new. */
export function createPage({ reader, desk, files, key, hosts, signal }: PageParts): OpenPage {
  const page = new Hono()
  const book = new LatencyBook(reader)
  const pulse = new Pulse(reader, desk)
  let streams = 0

  page.use(guardRequest(key, hosts))
  page.onError((error, context) => context.json({ error: { message: error.message } }, 500))
  page.notFound((context) => context.json({ error: { message: `There is nothing at ${context.req.path}.` } }, 404))

  page.get('/', (context) => context.html(files.html))
  page.get('/app.js', (context) =>
    context.body(files.script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  page.get('/app.css', (context) => context.body(files.style, 200, { 'content-type': 'text/css; charset=utf-8' }))

  page.get('/api/sessions', (context) => {
    const limit = readCount(context.req.query('limit')) ?? 1_000
    return context.json({ version: 1, canAnswer: desk !== undefined, sessions: reader.sessions({ limit }) })
  })

  page.get('/api/firings', (context) => {
    const portion = readFiringQuery(context.req.query())
    if (typeof portion === 'string') return context.json({ error: { message: portion } }, 400)
    const { query, offset, limit } = portion
    const found = reader.firings(query)
    const next = found.length > offset + limit ? offset + limit : null
    return context.json({ version: 1, firings: found.slice(offset, offset + limit), next })
  })

  page.get('/api/sessions/:session/firings/:firing', (context) => {
    const { session, firing } = context.req.param()
    const detail = readFiring(reader, session, firing)
    if (detail) return context.json(detail)
    return context.json({ error: { message: 'There is no such firing in the records.' } }, 404)
  })

  page.get('/api/records/:id/text', (context) => {
    const text = readText(reader, context.req.param('id'), context.req.query('path') ?? '')
    if (text === undefined) return context.json({ error: { message: 'There is no such text in the records.' } }, 404)
    context.header('content-disposition', `attachment; filename="record-${context.req.param('id')}.txt"`)
    return context.text(text)
  })

  page.get('/api/statistics', async (context) => context.json(await book.read(context.req.query('session'))))

  page.get('/api/questions', (context) => context.json({ version: 1, questions: listQuestions(desk) }))

  page.get('/api/questions/:id/text', (context) => {
    const question = desk?.open().find(({ questionId }) => questionId === context.req.param('id'))
    if (!question) return context.json({ error: { message: 'That question no longer waits.' } }, 404)
    context.header('content-disposition', 'attachment; filename="question.txt"')
    return context.text(JSON.stringify(question.input, null, 2))
  })

  page.post('/api/questions/:id/answer', limitBody, async (context) => {
    const given = readAnswer(await context.req.json().catch(() => undefined))
    if (typeof given === 'string') return context.json({ error: { message: given } }, 400)
    const reply = desk && answerQuestion(desk, context.req.param('id'), given)
    if (!reply) return context.json({ error: { message: 'There is no such question.' } }, 404)
    return context.json(reply, reply.won ? 200 : 409)
  })

  page.get('/api/stream', (context) => {
    const last = context.req.header('last-event-id') ?? context.req.query('after')
    const after = readCount(last) ?? 0
    if (streams >= mostStreams) return context.json({ error: { message: 'Too many pages are watching.' } }, 503)
    const watch = async (stream: SSEStreamingApi): Promise<void> => {
      streams += 1
      try {
        const query = { sessionId: context.req.query('session'), after }
        await streamRecords(stream, query, { reader, pulse, questions: () => listQuestions(desk), signal })
      } finally {
        streams -= 1
      }
    }
    // A store that cannot be read ends the stream; the page comes back and goes on from where it was.
    return streamSSE(context, watch, async () => {})
  })

  return { app: page, watching: () => streams }
}

function listQuestions(desk: QuestionDesk | undefined): PageQuestion[] {
  return (desk?.open() ?? []).map((question) => {
    const { value, clips } = clipValue(question, 0)
    return { question: value, clips }
  })
}

function readText(reader: RecordReader, idText: string, pathText: string): string | undefined {
  const id = readCount(idText)
  const path = readPath(pathText)
  if (!id || path === undefined) return undefined
  const [record] = reader.records({ after: id - 1, order: 'oldest', limit: 1 })
  return record?.id === id ? textAt(record, path) : undefined
}

function readPath(text: string): (string | number)[] | undefined {
  try {
    const path: unknown = JSON.parse(text)
    const isKey = (key: unknown): boolean => typeof key === 'string' || typeof key === 'number'
    return Array.isArray(path) && path.every(isKey) ? path : undefined
  } catch {
    return undefined
  }
}
