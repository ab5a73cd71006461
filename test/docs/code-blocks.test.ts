import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../setup/run-program.ts'
import { type CodeBlock, codeBlocks, type Page, readPages, root } from './markdown-files.ts'

// A fence may name a file: then the block is that file of the page's project. A `console` block is a dialogue with a shell in
// it; in what a command prints, `…` stands for anything, and alone on a line for any lines.

const pages = readPages().filter(({ path }) => /^docs\/(tutorial|guides)\//.test(path))
const blocksOf = (page: Page) =>
  codeBlocks(page).map((block, index) => ({ ...block, at: `${page.path} #${index + 1}` }))
const all = pages.flatMap(blocksOf)

let folder: string
let programs: string

beforeAll(() => {
  expect(existsSync(join(root, 'dist/index.js')), 'the package is built: npm run build').toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  programs = join(folder, 'bin')
  mkdirSync(programs)
  for (const name of ['hookline', 'ccc']) {
    const file = join(programs, name)
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'dist/bin', `${name}.js`)}' "$@"\n`)
    chmodSync(file, 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('finds the pages, and knows every language they show', () => {
  expect(pages.length).toBeGreaterThan(8)
  const known = ['console', 'ini', 'js', 'json', 'jsonc', 'python', 'sh', 'text', 'toml', 'ts']
  expect(all.filter(({ language }) => !known.includes(language)).map(({ at }) => at)).toEqual([])
})

it('shows TypeScript that compiles', { timeout: 120_000 }, async () => {
  const shown = all.filter(({ language }) => language === 'ts')
  expect(shown.length).toBeGreaterThan(3)
  const place = makeProject('types')
  for (const [index, { code, at }] of shown.entries())
    writeFileSync(join(place, `block-${index}.ts`), `// ${at}\n${code}\nexport {}\n`)
  const settings = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings, include: ['*.ts'] }))
  symlinkSync(join(root, 'node_modules/@types'), join(place, 'node_modules/@types'))
  const { stdout, code } = await runProgram(join(root, 'node_modules/.bin/tsc'), ['-p', place], { cwd: place })
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

const formats = [
  ['json', "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))"],
  ['js', "new (require('node:vm').SourceTextModule)(require('node:fs').readFileSync(0, 'utf8'))"],
] as const

it.each(formats)('shows %s that can be read', async (language, check) => {
  const shown = all.filter((block) => block.language === language)
  expect(shown.length).toBeGreaterThan(0)
  for (const { code, at } of shown) {
    const file = join(folder, 'text')
    writeFileSync(file, code)
    const script = `'${process.execPath}' --experimental-vm-modules --no-warnings -e "${check}" < '${file}'`
    const { code: exit, stderr } = await runProgram('/bin/sh', ['-c', script])
    expect({ at, exit, stderr }).toEqual({ at, exit: 0, stderr: '' })
  }
})

it.each([
  ['sh', ['/bin/sh', '-n']],
  ['python', ['python3', '-m', 'py_compile']],
] as const)('shows %s that is well formed', async (language, [program, ...args]) => {
  const shown = all.filter((block) => block.language === language)
  expect(shown.length).toBeGreaterThan(0)
  for (const { code, at } of shown) {
    const file = join(folder, `text.${language}`)
    writeFileSync(file, code)
    expect({ at, ...(await runProgram(program, [...args, file])) }).toMatchObject({ at, code: 0, stderr: '' })
  }
})

const configs = all.filter(
  ({ language, code, file }) => /^(jsonc?|toml)$/.test(language) && holdsHooks(code) && !file?.startsWith('broken'),
)

it.each(configs)('shows a configuration that loads: $at', async ({ code, language }) => {
  const place = makeProject(`config-${configs.findIndex((block) => block.code === code)}`)
  writeFileSync(join(place, `hooks.${language}`), code)
  const event = JSON.stringify({ hook_event_name: 'Notification', notification_type: 'info', message: 'm' })
  const script = `echo '${event}' | hookline explain --event - --json --config hooks.${language}`
  const { code: exit, stderr } = await talk(script, place)
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
})

const talkative = pages.filter((page) => codeBlocks(page).some(({ language }) => language === 'console'))

describe('dialogues', () => {
  it('are shown', () => expect(talkative.length).toBeGreaterThan(2))

  it.each(talkative)('$path goes as it says', { timeout: 120_000 }, async (page) => {
    const place = makeProject(page.path.replaceAll('/', '-'))
    for (const block of blocksOf(page)) {
      if (block.file !== undefined) writeBlock(place, block)
      if (block.language !== 'console') continue
      for (const { command, printed } of readDialogue(block.code)) {
        const { stdout } = await talk(`exec 2>&1; ${command}`, place)
        expect(squeeze(stdout), `${block.at}: ${command}`).toMatch(toPattern(printed))
      }
    }
  })
})

function holdsHooks(code: string): boolean {
  return /"?hooks"?\s*[:.\]]|"[A-Z][A-Za-z]+":\s*\[|\[\[hooks/.test(code)
}

function makeProject(name: string): string {
  const place = join(folder, name)
  mkdirSync(join(place, 'node_modules'), { recursive: true })
  symlinkSync(root, join(place, 'node_modules/hookline'))
  writeFileSync(join(place, 'package.json'), '{"type": "module"}')
  return place
}

function writeBlock(place: string, { file, code }: CodeBlock): void {
  const path = join(place, file!)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code)
}

function talk(script: string, cwd: string): ReturnType<typeof runProgram> {
  const env = {
    PATH: `${programs}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(folder, 'home'),
    NO_COLOR: '1',
  }
  mkdirSync(env.HOME, { recursive: true })
  return runProgram('/bin/bash', ['-c', script], { cwd, env })
}

function readDialogue(code: string): { command: string; printed: string }[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command, ...printed] = part.split(/(?<!\\)\n/)
      return { command: command!, printed: printed.join('\n') }
    })
}

// Columns are as wide as what stands in them.
function squeeze(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '')
    .join('\n')
}

function toPattern(printed: string): RegExp {
  const quoted = squeeze(printed)
    .split('\n')
    .map((line) => (line === '…' ? '[\\s\\S]*?' : line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')))
  return new RegExp(`^${quoted.join('\\n?')}$`)
}
