import type { CommandSubject, GuardRule, Suspicion } from './guard-pack.ts'
import { judgeTree } from './protected-trees.ts'
import { worst } from './worst.ts'

/** Deletes that cannot be undone: of the root, of homes, of the project itself. */
export const deleteRules: readonly GuardRule[] = [
  {
    id: 'delete-tree',
    decision: 'deny',
    about: 'deletes the root, a system or home directory, the working directory or one above it, or a .git',
    programs: ['rm', 'rimraf', 'srm', 'shred', 'trash', 'del', 'rd'],
    test: (subject) => {
      const { command } = subject
      const recursive = command.program !== 'rm' || command.has('-r', '-R', '--recursive', '--no-preserve-root')
      if (recursive) return judgeOperands(subject)
      return mayHoldOption(subject) ? 'maybe' : 'no'
    },
    mustDeny: [
      'rm -rf /',
      'rm -rf /*',
      'rm -fr ~',
      'rm -r -f $HOME/',
      'rm -rf .',
      'rm -rf ..',
      'rm -rf ../..',
      'rm -rf *',
      'rm -rf .git',
      'rm --recursive --force /etc',
      'rm --recurs /usr/bin',
      'cd / && rm -rf *',
      '/bin/rm -rf /home/someone',
      'sudo rm -rf /var/lib',
      'rm -rf -- /',
      'npx rimraf /',
      'rm -rf /proc/self/root',
      'rm -rf "$PWD"',
    ],
    mustAllow: [
      'rm -rf node_modules dist',
      'rm -rf ./build/*',
      'rm -rf /tmp/build-1234',
      'rm notes.txt',
      'rm -rf */dist',
      'rm -f *.log',
      'rm "$file"',
      'for f in *.tmp; do rm $f; done',
      'ls -t | tail -n +5 | xargs rm -f',
      'tmp=$(mktemp -d); rm -rf "$tmp"',
      'sudo rm -rf /var/lib/apt/lists/*',
    ],
  },
  {
    id: 'delete-found',
    decision: 'deny',
    about: 'deletes all that find finds in a tree that must stay',
    programs: ['find', 'fd', 'fdfind'],
    test: (subject) => {
      const { command } = subject
      const words = command.args.map((word) => word.value)
      const deletes =
        words.includes('-delete') ||
        words.some(
          (word, index) =>
            /^-(?:exec|execdir|ok|okdir|x|X)$/.test(word ?? '') &&
            /^(?:\S*\/)?(?:rm|shred|unlink)$/.test(words[index + 1] ?? ''),
        )
      if (!deletes) return 'no'
      const filtered = words.some((word) =>
        /^-(?:i?name|i?path|i?regex|[acm](?:time|min)|newer.*|size|empty|user|perm)$/.test(word ?? ''),
      )
      const first = words.findIndex((word) => word?.startsWith('-') || word === '(' || word === '!')
      const starts = command.args.slice(0, first === -1 ? undefined : first)
      if (starts.length === 0) return filtered ? 'no' : 'yes'
      return worst(
        starts.map((start) => {
          const found = judgeTree(start, subject)
          const inside = /^\.(?:\/|$)|^\/(?:var\/)?tmp\/?$/.test(start.value ?? '')
          return filtered && (inside || found === 'maybe') ? 'no' : found
        }),
      )
    },
    mustDeny: [
      'find / -delete',
      'find . -delete',
      'find ~ -type f -exec rm -f {} +',
      'find /etc -name "*" -exec rm -rf {} \\;',
      'find .. -name "*.ts" -delete',
    ],
    mustAllow: [
      'find . -name "*.pyc" -delete',
      'find build -type f -delete',
      'find . -name node_modules -prune -exec rm -rf {} +',
      'find / -name core',
      'find /tmp -name "test-*" -delete',
    ],
  },
  {
    id: 'replace-tree',
    decision: 'deny',
    about: 'moves away or empties a tree that must stay',
    programs: ['mv', 'rsync'],
    test: (subject) => {
      const { command } = subject
      const operands = command.operands
      if (command.program === 'rsync') {
        const target = operands.at(-1)
        return command.has('--delete', '--delete-after', '--delete-before', '--delete-excluded', '--del') &&
          target !== undefined
          ? certainly(judgeTree(target, subject))
          : 'no'
      }
      return worst(
        operands
          .slice(0, -1)
          .map((word) => certainly(word.value === '.' || word.glob ? 'no' : judgeTree(word, subject))),
      )
    },
    mustDeny: [
      'mv ~ /dev/null',
      'mv / /tmp/x',
      'mv .git /tmp/',
      'rsync -a --delete empty/ /',
      'rsync -a --delete empty/ ~/',
    ],
    mustAllow: ['mv src/a.ts src/b.ts', 'mv *.log logs/', 'rsync -a --delete dist/ build/out/', 'mv "$TMP" out.txt'],
  },
]

// `rm $X /`, `rm $(echo -rf /)`: an unknown word without quotes may be the option that makes it a disaster.
function mayHoldOption(subject: CommandSubject): boolean {
  const { command, text } = subject
  const unknown = command.args.filter((word) => word.value === null && word.raw !== '' && !/^".*"$/s.test(word.raw))
  if (unknown.length === 0) return false
  if (unknown.some((word) => /\$\(|`/.test(word.raw)) || /["'\s=]-[a-zA-Z]*[rR]|--rec/.test(text)) return true
  return command.operands.some((word) => word.value !== null && judgeTree(word, subject) === 'yes')
}

function judgeOperands(subject: CommandSubject): Suspicion {
  const { command } = subject
  // What `find` fills in for `{}` is the matter of the rule about `find`.
  const found = command.command.via.at(-1)?.startsWith('find') === true
  const operands = found ? command.operands.filter((word) => word.raw.replace(/["']/g, '') !== '{}') : command.operands
  return worst(operands.map((word) => judgeTree(word, subject)))
}

// Where an unknown operand is the rule and not the exception, it is no reason to ask.
function certainly(suspicion: Suspicion): Suspicion {
  return suspicion === 'maybe' ? 'no' : suspicion
}
