import type { ProgramName } from './programs.ts'

/** Runs a program as this process, from its arguments to its exit code. Everything but this file is loaded afterwards. */
export function startProgram(name: ProgramName): void {
  if (!isSupported(process.versions.node)) {
    process.stderr.write(`error[USAGE] Node ${process.versions.node} is too old\nhint: Use Node 22.18 or later.\n`)
    process.exit(1)
  }
  void import('./programs.ts').then(({ runAs }) => runAs(name))
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}
