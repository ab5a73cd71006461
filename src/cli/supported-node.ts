/** Ends this process with a message if its Node is older than the package needs. */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return
  process.stderr.write(`error[USAGE] Node ${process.versions.node} is too old\nhint: Use Node 22.18 or later.\n`)
  process.exit(1)
}
