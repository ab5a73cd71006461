import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { AnswerReply, PageQuestion } from '../../src/server/page-types.ts'
import { Badge } from '../parts/badge.tsx'
import { Line, Lines } from '../parts/text.tsx'
import { useSource } from '../source-context.ts'
import { formatAgo, formatCount } from '../text/format.ts'
import { toVisible } from '../text/visible.ts'

/** The questions that wait for a person, above everything else. One that was answered stays a moment to say by whom. */
export function QuestionTray({ questions }: { questions: readonly PageQuestion[] }): JSX.Element | null {
  const [replies, setReplies] = useState<ReadonlyMap<string, AnswerReply>>(new Map())
  const [kept, setKept] = useState<readonly PageQuestion[]>([])
  const open = new Set(questions.map(({ question }) => question.questionId))
  const cards = [...questions, ...kept.filter(({ question }) => !open.has(question.questionId))]

  const onReply = (asked: PageQuestion, reply: AnswerReply): void => {
    const { questionId } = asked.question
    setReplies((before) => new Map(before).set(questionId, reply))
    setKept((before) => [...before.filter(({ question }) => question.questionId !== questionId), asked])
    const seconds = reply.won ? 4 : 15
    setTimeout(
      () => setKept((before) => before.filter((one) => one.question.questionId !== questionId)),
      seconds * 1_000,
    )
  }

  if (cards.length === 0) return null
  return (
    <section class="tray" aria-label="Questions that wait for an answer">
      {cards.map((asked) => {
        const reply = replies.get(asked.question.questionId)
        const gone = !open.has(asked.question.questionId)
        return <QuestionCard key={asked.question.questionId} {...{ asked, reply, gone, onReply }} />
      })}
    </section>
  )
}

interface CardProps {
  asked: PageQuestion
  reply: AnswerReply | undefined
  gone: boolean
  onReply(asked: PageQuestion, reply: AnswerReply): void
}

function QuestionCard({ asked, reply, gone, onReply }: CardProps): JSX.Element {
  const { question } = asked
  const source = useSource()
  const [message, setMessage] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const result = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (reply) result.current?.focus()
  }, [reply])

  const answer = async (behavior: 'allow' | 'deny'): Promise<void> => {
    setSending(true)
    setProblem('')
    try {
      onReply(asked, await source.answer(question.questionId, { behavior, message: message.trim() }))
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setSending(false)
    }
  }

  return (
    <article class="question" aria-label={`May ${toVisible(question.toolName)} run?`}>
      <h2>
        May <Line text={question.toolName} /> run?{' '}
        <small>
          <Line text={question.sessionId} /> · asked {formatAgo(question.askedAt)}
        </small>
      </h2>
      <p>
        <Line text={question.reason} />
      </p>
      <QuestionInput asked={asked} />
      {reply ? (
        <p ref={result} class={reply.won ? 'reply' : 'reply lost'} role="status" tabIndex={-1}>
          {reply.won ? 'Your answer counts: ' : 'Somebody else was first: '}
          <Badge tone={reply.answer.behavior}>{reply.answer.behavior}</Badge> by <Line text={reply.answer.by} />
          {reply.answer.message !== undefined && (
            <>
              {', '}“<Line text={reply.answer.message} />”
            </>
          )}
          {reply.won || '. Your answer was not used.'}
        </p>
      ) : (
        <form class="answer" onSubmit={(event) => event.preventDefault()}>
          <input
            type="text"
            value={message}
            onInput={(event) => setMessage(event.currentTarget.value)}
            placeholder="Message for a deny (optional)"
            aria-label="Message, optional; the agent reads it with a deny"
            maxLength={10_000}
            disabled={sending || gone}
          />
          <button type="button" class="deny" disabled={sending || gone} onClick={() => answer('deny')}>
            Deny
          </button>
          <button type="button" class="allow" disabled={sending || gone} onClick={() => answer('allow')}>
            Allow
          </button>
        </form>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          The answer could not be given: {problem}
        </p>
      )}
    </article>
  )
}

function QuestionInput({ asked: { question, clips } }: { asked: PageQuestion }): JSX.Element {
  const whole = useSource().wholeQuestion(question.questionId)
  const characters = clips.reduce((sum, clip) => sum + clip.characters, 0)
  return (
    <dl class="input">
      {Object.entries(question.input).map(([name, value]) => (
        <div key={name}>
          <dt>
            <Line text={name} />
          </dt>
          <dd>
            <Lines text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
          </dd>
        </div>
      ))}
      {clips.length > 0 && (
        <p class="clip">
          Only the beginning of {formatCount(characters, 'character')} is shown.{' '}
          {whole !== null && (
            <a href={whole} download>
              Download all of it before you decide
            </a>
          )}
        </p>
      )}
    </dl>
  )
}
