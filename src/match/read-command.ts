import type { CommandFacts } from '../shell/command-facts.ts'
import { parseCommand } from '../shell/parse-command.ts'
import type { ToolCall } from './tool-call.ts'

const remembered = new Map<string, CommandFacts>()
const rememberedCount = 64

/** The parsed command of a shell call, or null when its `command` is not a string. One text is parsed once for all rules. */
export function readCommand(call: ToolCall): CommandFacts | null {
  const text = Object.hasOwn(call.toolInput, 'command') ? call.toolInput['command'] : undefined
  if (typeof text !== 'string') return null
  const known = remembered.get(text)
  if (known !== undefined) return known
  const facts = parseCommand(text)
  if (remembered.size >= rememberedCount) remembered.delete(remembered.keys().next().value!)
  remembered.set(text, facts)
  return facts
}
