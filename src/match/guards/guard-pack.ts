import type { CommandFacts } from '../../shell/command-facts.ts'
import type { PathForms } from '../real-path.ts'
import type { ToolCall } from '../tool-call.ts'
import type { CommandView } from './command-view.ts'

/** Whether a rule's danger is there; `maybe` when only a running shell could tell, and then somebody is asked. */
export type Suspicion = 'yes' | 'maybe' | 'no'

export type PathResolver = (path: string) => PathForms

/** One simple command of a shell call, with what stands around it. */
export interface CommandSubject {
  kind: 'command'
  command: CommandView
  /** All simple commands of the call, for dangers that arise between them. */
  all: readonly CommandView[]
  facts: CommandFacts
  /** The whole text. */
  text: string
  /** The call's directory. */
  cwd: string
  /** Both names of a path, read from that directory; each is looked up once per call. */
  resolve: PathResolver
}

/** One file that a tool other than the shell reads or writes. */
export interface FileSubject {
  kind: 'file'
  path: string
  access: 'read' | 'write'
  cwd: string
  resolve: PathResolver
}

/** A call that the pack's tests prove a rule on: a shell command, or a tool call. */
export type GuardSample = string | ToolCall

/** One danger: what it is, how it is told, and samples that prove it. */
export interface GuardRule {
  readonly id: string
  readonly decision: 'deny' | 'ask'
  /** What such a call does, as the end of a sentence that begins with "it". */
  readonly about: string
  /** Programs the rule is about; it is tried on no other command. Absent: on all. */
  readonly programs?: readonly string[]
  test(subject: CommandSubject): Suspicion
  /** For rules that guard files against other tools too. */
  testFile?(subject: FileSubject): Suspicion
  /** Calls that get this rule's decision, or a stricter one. */
  readonly mustDeny: readonly GuardSample[]
  /** Calls that nothing in the pack minds. */
  readonly mustAllow: readonly GuardSample[]
}

/** A named list of dangers. */
export interface GuardPack {
  readonly name: string
  readonly rules: readonly GuardRule[]
}
