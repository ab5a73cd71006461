import { HookError } from '../base/errors.ts'
import { type CommandGlob, compileCommandGlob } from './command-glob.ts'
import { compilePathRule, type PathRule } from './path-rules.ts'
import { nativeToolName } from './tool-names.ts'

/** A permission rule: a tool, or a tool with a glob over what the call would do. */
export interface Rule {
  readonly text: string
  /** Native names; `*` spans anything. */
  readonly tools: readonly string[]
  readonly argument: RuleArgument | null
}

/** The part in parentheses, ready for whichever kind of tool the call turns out to be. */
export interface RuleArgument {
  readonly text: string
  readonly command: CommandGlob
  readonly path: PathRule
  /** From `domain:example.com`. */
  readonly domain: string | null
}

/**
 * Reads `Tool`, `Tool(argument)`, `A|B(argument)`, `mcp__server`, `mcp__server__tool` or `mcp__server__*`.
 *
 * The argument is a command glob for the shell (`Bash(git push *)`, `Bash(git push:*)`), a path glob for tools that take
 * paths (`Write(src/**)`), `domain:` and a host for tools that take a URL, and otherwise a glob over the input's strings.
 * `Tool(*)` is the same as `Tool`. Throws `CONFIG_INVALID_PATTERN` with the position of the fault and a hint.
 */
export function parseRule(text: string): Rule {
  const trimmed = text.trim()
  const offset = text.indexOf(trimmed)
  const open = trimmed.indexOf('(')
  const names = open === -1 ? trimmed : trimmed.slice(0, open)
  checkNames(text, names, offset)
  const tools = names.split('|').map((name) => nativeToolName(name.trim()))
  if (open === -1) return { text, tools, argument: null }
  if (!trimmed.endsWith(')')) {
    const close = trimmed.lastIndexOf(')')
    const [why, at] =
      close > open ? ['text after the closing parenthesis', close + 1] : ['the parenthesis is never closed', open]
    throw refuseRule(text, {
      why,
      position: offset + at,
      hint: 'Write the rule as Tool or Tool(argument), such as Bash(git push *).',
    })
  }
  const argument = trimmed.slice(open + 1, -1)
  if (argument.trim() === '') {
    throw refuseRule(text, {
      why: 'the parentheses are empty',
      position: offset + open + 1,
      hint: `Write ${names} alone to mean every call of it.`,
    })
  }
  return { text, tools, argument: argument.trim() === '*' ? null : compileArgument(argument.trim()) }
}

function checkNames(text: string, names: string, offset: number): void {
  if (names.trim() === '') {
    throw refuseRule(text, {
      why: 'a tool name is missing',
      position: offset,
      hint: 'Begin with the name of a tool, such as Bash or Write(src/**).',
    })
  }
  const fault = /[^\w.*:@/|-]/.exec(names.replace(/\s*\|\s*/g, (bar) => '|'.padEnd(bar.length, '|')))
  if (fault !== null) {
    const hint = /\s/.test(fault[0])
      ? `A tool name holds no blanks; to match a shell command write Bash(${names.trim()}).`
      : 'A tool name is made of letters, digits, _ and -; a rule is not a regular expression.'
    throw refuseRule(text, {
      why: `unexpected ${JSON.stringify(fault[0])} in the tool name`,
      position: offset + fault.index,
      hint,
    })
  }
  const empty = /^\||\|\s*\||\|\s*$/.exec(names)
  if (empty !== null) {
    throw refuseRule(text, {
      why: 'a tool name is missing beside |',
      position: offset + empty.index,
      hint: 'Name a tool on both sides of each |.',
    })
  }
}

function compileArgument(text: string): RuleArgument {
  const domain = text.startsWith('domain:') ? text.slice('domain:'.length).trim().toLowerCase() : null
  return { text, command: compileCommandGlob(text), path: compilePathRule(text), domain }
}

function refuseRule(text: string, { why, position, hint }: { why: string; position: number; hint: string }): HookError {
  const shown = text.length > 120 ? `${text.slice(0, 117)}...` : text
  return new HookError(
    'CONFIG_INVALID_PATTERN',
    `Invalid rule ${JSON.stringify(shown)}: ${why} at position ${position}.`,
    {
      hint,
      cause: { message: why, position },
    },
  )
}
