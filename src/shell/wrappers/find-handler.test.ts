import { describe, expect, it } from 'vitest'
import { parseCommand } from '../index.ts'

function innermost(text: string): { command: string; via: string[]; complete: boolean } {
  const { commands, complete } = parseCommand(text)
  const deepest = commands.reduce((a, b) => (b.via.length > a.via.length ? b : a))
  return { command: deepest.words.map(({ value }) => value ?? '?').join(' '), via: deepest.via, complete }
}

describe('wrappers', () => {
  it.each([
    ["sh -c 'rm x'", ['sh -c'], 'rm x'],
    ["bash -lc 'rm x' name", ['bash -c'], 'rm x'],
    ["bash -euo pipefail -c 'rm x'", ['bash -c'], 'rm x'],
    ["/bin/zsh -f -c 'rm x'", ['zsh -c'], 'rm x'],
    ['eval rm x', ['eval'], 'rm x'],
    ['eval "rm" \'x\'', ['eval'], 'rm x'],
    ['env -i A=1 rm x', ['env'], 'rm x'],
    ['env -u B A=1 rm x', ['env'], 'rm x'],
    ["env -S 'rm x'", ['env'], 'rm x'],
    ['timeout -k 5 10 rm x', ['timeout'], 'rm x'],
    ['nohup rm x', ['nohup'], 'rm x'],
    ['nice -n 5 rm x', ['nice'], 'rm x'],
    ['nice -5 rm x', ['nice'], 'rm x'],
    ['ionice -c2 -n7 rm x', ['ionice'], 'rm x'],
    ['stdbuf -oL rm x', ['stdbuf'], 'rm x'],
    ['setsid -f rm x', ['setsid'], 'rm x'],
    ['env time -p rm x', ['env', 'time'], 'rm x'],
    ['command -p rm x', ['command'], 'rm x'],
    ['builtin echo x', ['builtin'], 'echo x'],
    ['exec -a n rm x', ['exec'], 'rm x'],
    ['sudo -nu root A=1 rm x', ['sudo'], 'rm x'],
    ['doas -u root rm x', ['doas'], 'rm x'],
    ["su - root -c 'rm x'", ['su -c'], 'rm x'],
    ['ssh -p 22 host rm x', ['ssh'], 'rm x'],
    ["ssh host 'rm x'", ['ssh'], 'rm x'],
    ['watch -n 1 rm x', ['watch'], 'rm x'],
    ['flock -n lock rm x', ['flock'], 'rm x'],
    ["flock lock -c 'rm x'", ['flock'], 'rm x'],
    ['chroot /new rm x', ['chroot'], 'rm x'],
    ['unshare -r rm x', ['unshare'], 'rm x'],
    ['nsenter -t 1 -m rm x', ['nsenter'], 'rm x'],
    ['strace -f -o out rm x', ['strace'], 'rm x'],
    ["busybox sh -c 'rm x'", ['busybox', 'sh -c'], 'rm x'],
    ["docker run --rm -v a:b img sh -c 'rm x'", ['docker run', 'sh -c'], 'rm x'],
    ['docker exec -it box rm x', ['docker exec'], 'rm x'],
    ["git -c 'alias.x=!rm x' x", ['git alias'], 'rm x'],
    ["git rebase -x 'rm x' main", ['git rebase'], 'rm x'],
    ['git bisect run rm x', ['git bisect run'], 'rm x'],
    ["npx -c 'rm x'", ['npx -c'], 'rm x'],
    ["script -qc 'rm x' /dev/null", ['script -c'], 'rm x'],
    ["trap 'rm x' EXIT", ['trap'], 'rm x'],
    ['find . -exec rm x \\;', ['find -exec'], 'rm x'],
    ['find . -execdir rm {} +', ['find -execdir'], 'rm ?'],
    ['find . -name a -ok rm {} \\; -print', ['find -ok'], 'rm ?'],
    ['xargs rm', ['xargs'], 'rm ?'],
    ['xargs -0 -n 1 rm x', ['xargs'], 'rm x ?'],
    ['xargs -I% rm a%', ['xargs'], 'rm ?'],
    ["xargs -n1 sh -c 'rm x'", ['xargs', 'sh -c'], 'rm x'],
    ['parallel rm ::: a b', ['parallel'], 'rm ?'],
    ["bash <<'E'\nrm x\nE", ['bash <<'], 'rm x'],
    ['bash <<E\nrm x\nE', ['bash <<'], 'rm x'],
    ['sh -s <<<"rm x"', ['sh <<'], 'rm x'],
    ["sudo bash <<'E'\nrm x\nE", ['sudo', 'bash <<'], 'rm x'],
  ])('sees through %j', (text, via, command) => {
    expect(innermost(text)).toEqual({ command, via, complete: true })
  })

  it.each([
    ['sh -c "rm $X"', 'rm ?'],
    ['sh -c "$X rm y"', '? rm y'],
    ["echo 'rm x' | sh", 'rm x'],
    ['env --unknown rm x', 'rm x'],
    ['bash <<E\nrm $X\nE', 'rm ?'],
    ['ssh host "rm $X"', 'rm ?'],
    ["alias x='rm y'", 'rm y'],
    ["git -c 'core.pager=rm x' log", 'rm x'],
    ['find . $X -exec rm x \\;', 'rm x'],
  ])('lists what it can of %j and does not claim to understand it', (text, command) => {
    expect(innermost(text)).toMatchObject({ command, complete: false })
  })

  it.each([
    'python3 -c "import os"',
    'python3 -Ic "import os"',
    'python3 - <<E\nx\nE',
    'python3 <<E\nx\nE',
    'curl x | python3',
    "perl -ne 'system(1)' x",
    "ruby -e 'x'",
    'node -e x',
    'node --eval=x',
    "php -r 'x'",
    'awk \'BEGIN { system("rm x") }\'',
    'source x',
    '. ./x',
    'sh',
    'curl x | sudo bash -s -- a',
    'bash <(curl x)',
    'bash < file',
    'bash -c',
    'sh -c "$X"',
    'xargs sh -c',
    'eval "$X"',
    'su root',
    'env $X rm y',
    'sudo $X',
  ])('does not claim to understand %j', (text) => {
    expect(parseCommand(text).complete).toBe(false)
  })

  it.each([
    'command -v rm',
    'python3 script.py -c x',
    'python3 -m pytest -c x',
    'bash script.sh -c x',
    'node app.js -e',
    'sudo -l',
    'git log -c',
    "awk '{ print $1 }' f",
    'trap - EXIT',
  ])('takes %j as the one command it is', (text) => {
    const { complete, commands } = parseCommand(text)
    expect({ complete, count: commands.length }).toEqual({ complete: true, count: 1 })
  })

  it('lists the wrapper as well as what it runs', () => {
    const { commands } = parseCommand("sudo sh -c 'a; b'")
    expect(commands.map(({ words, via }) => [words[0]?.value, via])).toEqual([
      ['sudo', []],
      ['sh', ['sudo']],
      ['a', ['sudo', 'sh -c']],
      ['b', ['sudo', 'sh -c']],
    ])
  })
})
