import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FilePlace } from './locate-file.ts'
import { describeFileError } from './read-bytes.ts'

/**
 * Gives a file new content in one step: whoever reads it sees the old or the new, whole. Makes missing directories; keeps
 * mode and owner of a file that was there. On failure the old content stays and nothing is left lying about.
 */
export async function replaceFile({ real, spelled }: FilePlace, content: Uint8Array): Promise<void> {
  // Short, as the name of the file may already be as long as names can be.
  const draft = join(dirname(real), `.${basename(real).slice(0, 40)}.${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(dirname(real), { recursive: true })
    await writeDraft(draft, content)
    await takeOver(real, draft)
    await rename(draft, real)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw describeFileError(error as NodeJS.ErrnoException, spelled)
  }
}

async function writeDraft(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function takeOver(from: string, to: string): Promise<void> {
  const old = await stat(from).catch(() => undefined)
  if (!old) return
  // Only root may give a file to another owner; anybody else goes on as its new owner.
  if (old.uid !== process.getuid?.() || old.gid !== process.getgid?.()) {
    await chown(to, old.uid, old.gid).catch(() => undefined)
  }
  await chmod(to, old.mode & 0o7777)
}
