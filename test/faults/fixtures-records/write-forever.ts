// Writes records until it is killed; names on stdout each one that the log has acknowledged.
import { writeSync } from 'node:fs'
import { openRecordLog } from '../../../src/store/records/record-log.ts'

const [path, name] = process.argv.slice(2)
const log = openRecordLog({ path: path!, env: {} })
const write = (n: number, text: string): Parameters<typeof log.append>[0] => ({
  sessionId: 's',
  firing: null,
  at: Date.now(),
  kind: 'notice',
  body: { code: `${name}-${n}`, message: text },
})
for (let n = 0; ; n++) {
  log.append(write(n, 'not acknowledged'))
  if (n % 3 === 0) {
    await log.appendDurably(write(++n, 'durable'))
    writeSync(1, `${name}-${n}\n`)
  }
}
