// Adds to one counter so often, and prints what it was last.
import { openSqliteStore } from '../../../src/store/sqlite-store.ts'

const [path, times] = process.argv.slice(2)
const store = openSqliteStore({ path: path!, env: {} })
let last = 0
for (let n = 0; n < Number(times); n++) last = store.add('counter', 1)
store.close()
console.log(last)
