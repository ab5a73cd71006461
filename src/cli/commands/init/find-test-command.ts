import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../../protocol/schema/check.ts'

/** What runs the tests of a project, told from its files; undefined when nothing tells. */
export function findTestCommand(folder: string): string | undefined {
  return clues.find(({ isIn }) => isIn(folder))?.command
}

const holds =
  (...files: string[]) =>
  (folder: string): boolean =>
    files.some((file) => existsSync(join(folder, file)))

const clues: readonly { command: string; isIn(folder: string): boolean }[] = [
  { command: 'npm test --silent', isIn: hasTestScript },
  { command: 'cargo test --quiet', isIn: holds('Cargo.toml') },
  { command: 'go test ./...', isIn: holds('go.mod') },
  { command: 'python3 -m pytest -q', isIn: holds('pytest.ini', 'pyproject.toml', 'tox.ini') },
  { command: 'make test', isIn: hasTestTarget },
]

// What npm writes into a new package only says that there are no tests.
function hasTestScript(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const scripts = isRecord(manifest) ? manifest['scripts'] : undefined
    const script = isRecord(scripts) ? scripts['test'] : undefined
    return typeof script === 'string' && !script.includes('no test specified')
  } catch {
    return false
  }
}

function hasTestTarget(folder: string): boolean {
  try {
    return /^test\s*:/m.test(readFileSync(join(folder, 'Makefile'), 'utf8'))
  } catch {
    return false
  }
}
