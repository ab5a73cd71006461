/**
 * Writes all of a text to a descriptor before it returns. A reader that has gone ends the writing and nothing else. Streams do
 * the same for pipes and files, but to load them costs a program more than all it has to say.
 */
export function writeDescriptor(descriptor: number, text: string): void {
  const { writeSync } = process.getBuiltinModule('node:fs')
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}
