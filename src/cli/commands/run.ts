import { type CommandCall, defineCommand } from '../command.ts'
import { readPrompt } from '../run/read-prompt.ts'
import { type RunSettings, readSettings } from '../run/read-settings.ts'
import { runFlags } from '../run/run-flags.ts'
import { findPlace } from '../run/run-place.ts'
import type { RunCall } from '../run/start-session.ts'
import { guessFormat, tellFailedStart } from '../run/tell-failed-start.ts'
import type { Terminal } from '../terminal.ts'

export default defineCommand({
  usage: '[PROMPT]',
  flags: runFlags,
  maxArguments: 1,
  examples: [
    'run',
    'run "why does the build fail?"',
    'run "fix the typo in README.md" --allow "Edit(README.md)" --output-format json < /dev/null',
    'run --continue --model claude-sonnet-5-5',
  ],
  run: (call) =>
    tellPrograms(() => run(call), call.flags['output-format'] ?? (call.flags.json ? 'json' : 'text'), call.terminal),
  onUsageError: (error, argv, terminal) =>
    tellPrograms(() => Promise.reject(error), guessFormat(argv) ?? 'text', terminal),
})

// Whoever asked for JSON reads it, also when the session never began.
async function tellPrograms(
  work: () => Promise<number>,
  format: RunSettings['format'],
  terminal: Terminal,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (format === 'text') throw error
    return tellFailedStart(error, format, terminal)
  }
}

async function run({ flags, arguments: [given], terminal }: CommandCall<typeof runFlags>): Promise<number> {
  const settings = readSettings(flags)
  const place = findPlace(process)
  const call: RunCall = { flags, settings, place, terminal, since: performance.now() }
  const prompt = await readPrompt(given, { place, format: settings.format }, terminal.tell)
  if (prompt === undefined) return (await import('../run/run-chat.ts')).runChat(call)
  if (settings.format !== 'text') return (await import('../run/run-for-programs.ts')).runForPrograms(call, prompt)
  return (await import('../run/run-once.ts')).runOnce(call, prompt)
}
