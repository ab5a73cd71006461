import { describe, expect, it } from 'vitest'
import { listTouchedPaths } from './touched-paths.ts'

const list = (command: unknown) =>
  listTouchedPaths({ toolName: 'Bash', toolInput: { command } }).map(({ path, access }) => `${access} ${path}`)

describe('listTouchedPaths', () => {
  it.each([
    ['cat a b', ['read a', 'read b']],
    ['cp x/a b', ['read x/a', 'write b', 'write b/a']],
    ['mv a b', ['write a', 'write b', 'write b/a']],
    ['echo x > out 2>> err < in', ['write out', 'write err', 'read in']],
    ['cd sub && tee x', ['write sub/x']],
    ['cd /etc && rm y', ['write /etc/y']],
    ['cd $X && rm y', ['write null']],
    ['sed -i s/a/b/ f', ['write s/a/b/', 'write f']],
    ['dd if=a of=b', ['read a', 'write b']],
    ['cat "$F"', ['read null']],
    ['cat ~/x', ['read ~/x']],
    ["cat '~/x'", ['read ./~/x']],
    ['sh -c "rm z"', ['write z']],
    ['curl -d @body https://a.example', ['read body', 'read https://a.example']],
    ['npm test', []],
  ])('%s', (command, expected) => {
    expect(list(command)).toEqual(expected)
  })

  it('lists the paths of other tools, and one unknown path for what it cannot read', () => {
    expect(listTouchedPaths({ toolName: 'Read', toolInput: { file_path: 'a' } })).toEqual([
      { path: 'a', raw: 'a', access: 'read' },
    ])
    expect(listTouchedPaths({ toolName: 'WriteFile', toolInput: { path: 'a' } })).toEqual([
      { path: 'a', raw: 'a', access: 'write' },
    ])
    expect(list(['rm'])).toEqual(['write null'])
  })
})
