// Fires one event whose hook takes long.
import { createHooks } from '../../../src/hooks/create-hooks.ts'
import { openRecordLog } from '../../../src/store/records/record-log.ts'

const records = openRecordLog({ path: process.argv[2]!, env: {} })
const hooks = await createHooks({ PreToolUse: [{ hooks: [{ id: 'slow', command: 'sleep 60' }] }] }, { records })
const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' } }
await hooks.session({ id: 's' }).fire('PreToolUse', input)
