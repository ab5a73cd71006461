import type { Verdict } from '../protocol/verdict.ts'
import { bladeReply } from './blade/reply.ts'
import { claudeReply } from './claude/reply.ts'
import { codexReply } from './codex/reply.ts'
import { geminiReply } from './gemini/reply.ts'
import { kimiReply } from './kimi/reply.ts'
import { officialReply } from './kimi/reply-official.ts'
import { planReply } from './reply/plan-reply.ts'
import type { Reply, ReplyForm } from './reply/reply-form.ts'
import type { Sender } from './wire-in/identify-sender.ts'
import type { WireEvent } from './wire-in.ts'

export type { Reply } from './reply/reply-form.ts'

/** Whom an answer can be written for: every dialect, and two agents that speak close relatives of Claude's. */
export type ReplyDialect = Sender

const forms: Readonly<Record<ReplyDialect, ReplyForm>> = {
  blade: bladeReply,
  claude: claudeReply,
  kimi: kimiReply,
  'kimi-official': officialReply,
  codex: codexReply,
  gemini: geminiReply,
}

/**
 * A verdict as an agent wants it from its hook: what to print and how to exit. Pure and total. What an agent cannot
 * express never becomes weaker: a question it cannot ask and a rewrite it cannot make become a deny that says why. What
 * is lost without harm is told on stderr.
 */
export function writeReply(dialect: ReplyDialect, verdict: Verdict, event: WireEvent): Reply {
  if (!event.hosted) return { stdout: '', stderr: event.warnings.map((line) => `${line}\n`).join(''), exitCode: 0 }
  const form = forms[dialect]
  return form.write(planReply(verdict, event, form.powers))
}
