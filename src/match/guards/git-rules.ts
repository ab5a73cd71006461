import type { CommandView } from './command-view.ts'
import type { GuardRule } from './guard-pack.ts'

/** Lost history, and git used as a way to run something else. */
export const gitRules: readonly GuardRule[] = [
  {
    id: 'git-force-push',
    decision: 'deny',
    about: 'overwrites or deletes history on a remote',
    programs: ['git'],
    test: ({ command }) => {
      if (!command.starts('push'))
        return startsOpenly(command) && mentions(command, /^(?:--force|-f|--mirror)$/) ? 'maybe' : 'no'
      if (command.has('-f', '--force', '--mirror', '--delete', '-d', '--prune')) return 'yes'
      if (command.operands.slice(1).some((word) => /^\+|^:./.test(word.value ?? ''))) return 'yes'
      return command.args.some((word) => word.value === null && /force|mirror|\+/.test(word.raw)) ? 'maybe' : 'no'
    },
    mustDeny: [
      'git push --force',
      'git push -f origin main',
      'git push origin +main',
      'git -C repo push --force',
      'git -c x=y push origin main --force',
      'git push --mirror',
      'git push origin --delete release',
      'git push origin :release',
      'git push -uf origin main',
    ],
    mustAllow: [
      'git push',
      'git push -u origin feature/x',
      'git push origin HEAD:refs/for/main',
      'git push --tags',
      'git -C repo push',
    ],
  },
  {
    id: 'git-rewrite-remote',
    decision: 'ask',
    about: 'rewrites a branch on a remote',
    programs: ['git'],
    test: ({ command }) =>
      command.starts('push') && command.has('--force-with-lease', '--force-if-includes') ? 'yes' : 'no',
    mustDeny: ['git push --force-with-lease', 'git push --force-with-lease=main origin main'],
    mustAllow: ['git push --follow-tags'],
  },
  {
    id: 'git-lose-history',
    decision: 'deny',
    about: 'destroys commits or the means to get them back',
    programs: ['git', 'git-filter-repo', 'bfg'],
    test: ({ command }) => {
      if (command.program !== 'git') return 'yes'
      if (command.starts('filter-branch') || command.starts('filter-repo')) return 'yes'
      if (command.starts('reflog', 'expire') || command.starts('reflog', 'delete')) return 'yes'
      if (command.starts('update-ref') && command.has('-d', '--stdin')) return 'yes'
      if (command.starts('gc') && mentions(command, /^--prune=(?:now|all)/)) return 'yes'
      if (command.starts('stash', 'clear')) return 'yes'
      return command.starts('clean') && command.has('-f', '--force') && command.has('-x', '-X') ? 'yes' : 'no'
    },
    mustDeny: [
      'git filter-branch --all',
      'git reflog expire --expire=now --all',
      'git update-ref -d refs/heads/main',
      'git gc --prune=now',
      'git stash clear',
      'git clean -fdx',
    ],
    mustAllow: ['git reflog', 'git gc', 'git clean -n', 'git stash', 'git stash pop'],
  },
  {
    id: 'git-lose-work',
    decision: 'ask',
    about: 'throws away work that is not committed, or a branch',
    programs: ['git'],
    test: ({ command }) => {
      if (command.starts('reset') && command.has('--hard')) return 'yes'
      if (command.starts('clean') && command.has('-f', '--force')) return 'yes'
      if (command.starts('stash', 'drop')) return 'yes'
      return command.starts('branch') && command.has('-D') && mentions(command, /^(?:main|master|develop|trunk)$/)
        ? 'yes'
        : 'no'
    },
    mustDeny: ['git reset --hard HEAD~3', 'git clean -fd', 'git branch -D main', 'git stash drop'],
    mustAllow: ['git reset HEAD~1', 'git reset --soft HEAD~1', 'git branch -D feature/x', 'git checkout -b x'],
  },
  {
    id: 'git-runs-program',
    decision: 'ask',
    about: 'makes git run another program',
    programs: ['git'],
    test: ({ command }) => {
      const words = command.command.words
      const set =
        /^(?:--[\w-]+=)?(?:alias\.[^=]+=!|(?:core\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy|askpass)|sequence\.editor|diff\.external|credential\.helper|filter\..*|protocol\.ext\.allow|\w+\.\w*(?:textconv|cmd|program))=)/i
      const inline = words.some((word) => set.test(word.value ?? ''))
      const kept =
        command.starts('config') &&
        words.some((word) =>
          /^(?:alias\.|core\.(?:sshcommand|pager|editor|fsmonitor|hookspath|gitproxy))/i.test(word.value ?? ''),
        ) &&
        words.some((word) => /^!|\//.test(word.value ?? ''))
      const remote = words.some((word) => /^ext::|^--(?:upload-pack|receive-pack|exec)=/.test(word.value ?? ''))
      return inline || kept || remote ? 'yes' : 'no'
    },
    mustDeny: [
      "git -c alias.x='!sh evil.sh' x",
      'git -c core.sshCommand=./evil fetch',
      "git config alias.st '!rm -rf /'",
      'git clone ext::sh -c evil',
      'git fetch --upload-pack=./evil origin',
    ],
    mustAllow: ['git config user.name someone', 'git -c color.ui=false status', 'git config core.autocrlf input'],
  },
]

function mentions(command: CommandView, shape: RegExp): boolean {
  return command.args.some((word) => shape.test(word.value ?? ''))
}

function startsOpenly(command: CommandView): boolean {
  return command.args[0]?.value === null
}
