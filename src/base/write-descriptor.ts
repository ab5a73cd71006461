/**
 * Writes all of a text to a descriptor before it returns. Never throws: what kept it from writing all is given back, such as a
 * full disk, or EPIPE for a reader that has gone. Streams do the same for pipes and files, but to load them costs a program
 * more than all it has to say.
 */
export function writeDescriptor(descriptor: number, text: string): NodeJS.ErrnoException | undefined {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return error as NodeJS.ErrnoException
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
  return undefined
}
