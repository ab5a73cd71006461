import { expect, test } from 'vitest'
import { HookEvent } from '../../protocol/events/names.ts'
import { addEntries } from './add-entries.ts'

test.each(['{"hooks": null}', '{"hooks": {"Stop": null}}', '{"hooks": {"Stop": [1]}}', '{"hooks": []}'])(
  'adds nothing to %s, which Claude Code would not read',
  (text) => {
    const entries = [{ event: HookEvent.Stop, hook: { type: 'command', command: 'x' } }]
    const add = () => addEntries({ text, file: 'settings.json' }, entries, 'claude')
    expect(add).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID_VALUE' }))
    expect(add).toThrow(expect.objectContaining({ hint: expect.stringMatching(/--settings\. Nothing was changed\.$/) }))
  },
)
