import { spawn } from 'node:child_process'
import { platform } from 'node:os'

/** Opens an address in the user's browser. Resolves with what went wrong, if anything did: the address has been printed. */
export function openBrowser(url: string): Promise<string | undefined> {
  const [program, ...first] = platform() === 'darwin' ? ['open'] : ['xdg-open']
  return new Promise((resolve) => {
    const child = spawn(program!, [...first, url], { stdio: 'ignore', detached: true })
    child.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ENOENT' ? `there is no ${program} on this machine` : error.message)
    })
    child.on('exit', (code) => resolve(code === 0 ? undefined : `${program} ended with ${code}`))
    child.unref()
  })
}
