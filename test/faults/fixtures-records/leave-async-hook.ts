// Starts a hook that nobody waits for, says so, and waits to be killed.
import { createHooks } from '../../../src/hooks/create-hooks.ts'
import { openRecordLog } from '../../../src/store/records/record-log.ts'
import { openSqliteStore } from '../../../src/store/sqlite-store.ts'

const [path, folder, command] = process.argv.slice(2)
const records = openRecordLog({ path: path!, env: {} })
const hooks = await createHooks(
  { PostToolUse: [{ hooks: [{ id: 'late', command: command!, async: true }] }] },
  { records, jobs: openSqliteStore({ path: path!, env: {} }), cwd: folder!, env: {}, preflight: false },
)
const input = { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' }, toolOutput: 'x' }
await hooks.session({ id: 's' }).fire('PostToolUse', input)
console.log('fired')
setInterval(() => {}, 1000)
