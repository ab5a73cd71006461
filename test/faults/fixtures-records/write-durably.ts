// Writes one record durably, and says whether that was acknowledged.
import { openRecordLog } from '../../../src/store/records/record-log.ts'

const log = openRecordLog({ path: process.argv[2]!, env: {} })
await log
  .appendDurably({ sessionId: 's', firing: null, at: 1, kind: 'notice', body: { code: 'A', message: 'b' } })
  .then(() => console.log('written'))
  .catch((error: Error) => console.log(`not written: ${error.message}`))
await log.close()
