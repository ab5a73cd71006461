/**
 * Bytes that nobody can guess, written in hex. From the system's own source where it can be read, because to load `node:crypto`
 * takes a program longer than to start the command it wants them for.
 */
export function randomHex(bytes: number): string {
  const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs')
  const buffer = Buffer.alloc(bytes)
  try {
    const source = openSync('/dev/urandom', 'r')
    try {
      if (readSync(source, buffer, 0, bytes, null) === bytes) return buffer.toString('hex')
    } finally {
      closeSync(source)
    }
  } catch {
    // There is no such file everywhere.
  }
  return process.getBuiltinModule('node:crypto').randomBytes(bytes).toString('hex')
}
