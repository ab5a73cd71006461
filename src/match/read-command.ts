import type { CommandFacts } from '../shell/command-facts.ts'
import { parseCommand } from '../shell/parse-command.ts'
import type { ToolCall } from './tool-call.ts'
import { listWrittenScripts } from './written-scripts.ts'

const remembered = new Map<string, CommandFacts>()
const rememberedCount = 64

/** The parsed command of a shell call, or null when its `command` is not a string. One text is parsed once for all rules. */
export function readCommand(call: ToolCall): CommandFacts | null {
  const text = Object.hasOwn(call.toolInput, 'command') ? call.toolInput['command'] : undefined
  if (typeof text !== 'string') return null
  const known = remembered.get(text)
  if (known !== undefined) return known
  const facts = readScripts(parseCommand(text), text)
  if (remembered.size >= rememberedCount) remembered.delete(remembered.keys().next().value!)
  remembered.set(text, facts)
  return facts
}

// A script that a command writes and then runs is as much part of it as its own words.
function readScripts(facts: CommandFacts, text: string): CommandFacts {
  const scripts = listWrittenScripts(facts.commands, text).filter((script) => script !== text)
  if (scripts.length === 0) return facts
  const inner = scripts.map(parseCommand)
  const problems = [...facts.problems, ...inner.flatMap((script) => script.problems)]
  const commands = inner
    .flatMap((script) => script.commands)
    .map((command) => ({ ...command, via: ['written script', ...command.via] }))
  return { complete: problems.length === 0, commands: [...facts.commands, ...commands], problems }
}
