import { HookError } from '../../base/errors.ts'
import { nearestName } from '../../base/names.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { useReviewState } from './supervisor-state.ts'

const modes = ['on', 'off'] as const

export default defineCommand({
  usage: '[on|off]',
  flags: {},
  maxArguments: 1,
  examples: ['supervisor-mode', 'supervisor-mode off'],
  run: switchMode,
})

async function switchMode({ arguments: [word], flags, terminal }: CommandCall): Promise<number> {
  const mode = modes.find((one) => one === word)
  if (word !== undefined && mode === undefined) throw badMode(word)
  const id = process.env['CCC_SUPERVISOR_ID']
  if (!id)
    throw new HookError('USAGE', 'CCC_SUPERVISOR_ID is not set', {
      hint: 'Set it to the id of the supervised session, as its hooks have it.',
    })
  const now = useReviewState((state) => {
    if (mode !== undefined) state.setSwitch(id, mode === 'on')
    return state.isOn(id) ? 'on' : 'off'
  })
  if (flags.json) terminal.print(JSON.stringify({ version: 1, mode: now }))
  else if (mode === undefined) terminal.print(now)
  return 0
}

function badMode(word: string): HookError {
  const nearest = nearestName(word, modes)
  return new HookError('USAGE', `supervisor-mode does not know "${word}"`, {
    hint: `${nearest === undefined ? '' : `Did you mean "${nearest}"? `}Valid: ${modes.join(', ')}.`,
  })
}
