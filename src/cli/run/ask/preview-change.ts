import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'

const largestFile = 1024 * 1024

/** The text of a file before and after a call that would change it; null for calls that change none. */
export function previewChange(
  { toolName, input }: { toolName: string; input: Readonly<Record<string, unknown>> },
  cwd: string,
): { before: string; after: string } | null {
  const { file_path: file, content, old_string: old, new_string: fresh, replace_all: all } = input
  if (typeof file !== 'string') return null
  if (toolName === 'Write' && typeof content === 'string')
    return { before: readText(resolve(cwd, file)) ?? '', after: content }
  if (toolName !== 'Edit' || typeof old !== 'string' || typeof fresh !== 'string') return null
  const before = readText(resolve(cwd, file))
  if (before === undefined || !before.includes(old)) return { before: old, after: fresh }
  return { before, after: all === true ? before.replaceAll(old, () => fresh) : before.replace(old, () => fresh) }
}

// Only to show it: what cannot be read now is shown as nothing, and the tool will say why.
function readText(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= largestFile ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
