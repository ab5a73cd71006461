import { locateWord } from '../locate-word.ts'
import type { PathForms } from '../real-path.ts'
import { listTouchedPathsOf } from '../touched-command.ts'
import type { CommandSubject, FileSubject, GuardRule, Suspicion } from './guard-pack.ts'
import { judgeTree } from './protected-trees.ts'
import { worst } from './worst.ts'

/** The machine itself: permissions, power, processes, firewall, accounts, start-up files. */
export const systemRules: readonly GuardRule[] = [
  {
    id: 'open-permissions',
    decision: 'deny',
    about: 'changes owner or permissions of a whole tree that must keep them',
    programs: ['chmod', 'chown', 'chgrp', 'chattr', 'setfacl'],
    test: (subject) => {
      const { command } = subject
      if (!command.has('-R', '--recursive')) return 'no'
      const [mode, ...targets] = command.operands
      const open = command.program === 'chmod' && /^0?777$|^a\+rwx$|^o\+w|^\+w|^ugo\+rwx$/.test(mode?.value ?? '')
      const judged = targets.map((word): Suspicion => (isPlace(word.value) && !open ? 'no' : judgeTree(word, subject)))
      return worst(judged) === 'yes' ? 'yes' : 'no'
    },
    mustDeny: [
      'chmod -R 777 /',
      'chown -R nobody /',
      'sudo chown -R me:me /usr',
      'chmod -R 777 ~',
      'chmod -R 777 .',
      'chmod --recursive 000 /etc',
    ],
    mustAllow: ['chmod +x scripts/build.sh', 'chmod -R 755 dist', 'chown -R node:node /app/data', 'chown -R "$USER" .'],
  },
  {
    id: 'set-user-id',
    decision: 'ask',
    about: 'lets a program run with the rights of its owner',
    programs: ['chmod', 'setcap'],
    test: ({ command }) =>
      command.program === 'setcap' ||
      command.args.some((word) => /^[ugo]*\+[rwx]*s|^0?[4-7]\d{3}$/.test(word.value ?? ''))
        ? 'yes'
        : 'no',
    mustDeny: ['chmod u+s /tmp/sh', 'chmod 4755 ./tool', 'setcap cap_setuid+ep ./tool'],
    mustAllow: ['chmod 0755 x', 'chmod u+x x'],
  },
  {
    id: 'power-off',
    decision: 'deny',
    about: 'stops or restarts the machine',
    programs: ['shutdown', 'reboot', 'halt', 'poweroff', 'init', 'telinit', 'systemctl'],
    test: ({ command }) => {
      if (command.program === 'systemctl')
        return /^(?:poweroff|reboot|halt|kexec|rescue|emergency|hibernate|suspend)$/.test(command.args[0]?.value ?? '')
          ? 'yes'
          : 'no'
      if (command.program === 'init' || command.program === 'telinit')
        return /^[06]$/.test(command.args[0]?.value ?? '') ? 'yes' : 'no'
      return command.has('--help') ? 'no' : 'yes'
    },
    mustDeny: ['shutdown -h now', 'sudo reboot', 'systemctl poweroff', 'init 0'],
    mustAllow: ['systemctl status nginx', 'systemctl restart app', 'npm init -y'],
  },
  {
    id: 'drop-schedule',
    decision: 'deny',
    about: 'removes all scheduled jobs',
    programs: ['crontab'],
    test: ({ command }) => (command.has('-r') ? 'yes' : 'no'),
    mustDeny: ['crontab -r', 'crontab -u app -r'],
    mustAllow: ['crontab -l'],
  },
  {
    id: 'kill-all',
    decision: 'deny',
    about: 'ends every process, or the first one',
    programs: ['kill', 'killall5', 'pkill', 'killall'],
    test: ({ command }) => {
      if (command.program === 'killall5') return 'yes'
      if (command.program === 'kill') {
        const values = command.args.map((word) => word.value)
        const targets = values.filter((value, index) => index > 0 || !/^-(?:[A-Z]+|\d+|[sn])$/.test(value ?? ''))
        return targets.some((value) => value === '-1' || value === '1') && !values.includes('-l') && values.length > 1
          ? 'yes'
          : 'no'
      }
      return command.args.some((word) => /^(?:\.|\.\*|\^|init|systemd)$/.test(word.value ?? '')) ? 'yes' : 'no'
    },
    mustDeny: ['kill -9 -1', 'kill -KILL -1', 'kill -s KILL -- -1', 'pkill -9 .', 'kill -9 1'],
    mustAllow: ['kill -9 1234', 'kill -1 4321', 'kill %1', 'pkill -f vite', 'kill -l', 'kill $(cat server.pid)'],
  },
  {
    id: 'drop-firewall',
    decision: 'deny',
    about: 'takes down the firewall or another protection of the system',
    programs: ['iptables', 'ip6tables', 'nft', 'ufw', 'setenforce', 'systemctl', 'csrutil', 'spctl', 'auditctl'],
    test: ({ command }) => {
      const words = command.args.map((word) => word.value ?? '')
      if (/^ip6?tables$/.test(command.program!))
        return command.has('-F', '-X', '--flush', '--delete-chain') ||
          (words.includes('-P') && words.includes('ACCEPT'))
          ? 'yes'
          : 'no'
      if (command.program === 'nft') return words.includes('flush') ? 'yes' : 'no'
      if (command.program === 'systemctl')
        return /^(?:stop|disable|mask)$/.test(words[0] ?? '') &&
          words.some((word) => /^(?:firewalld|ufw|nftables|iptables|apparmor|auditd|sshd?)(?:\.service)?$/.test(word))
          ? 'yes'
          : 'no'
      return words.some((word) => /^(?:disable|reset|0|permissive|--master-disable|-D)$/i.test(word)) ? 'yes' : 'no'
    },
    mustDeny: [
      'iptables -F',
      'iptables -P INPUT ACCEPT',
      'nft flush ruleset',
      'ufw disable',
      'setenforce 0',
      'systemctl stop firewalld',
    ],
    mustAllow: ['iptables -L', 'ufw status'],
  },
  {
    id: 'change-accounts',
    decision: 'ask',
    about: 'changes accounts, passwords or who may become root',
    programs: [
      'userdel',
      'usermod',
      'useradd',
      'adduser',
      'deluser',
      'groupdel',
      'passwd',
      'chpasswd',
      'visudo',
      'chsh',
      'dscl',
    ],
    test: ({ command }) => (command.has('--help', '-S') ? 'no' : 'yes'),
    mustDeny: ['usermod -aG sudo me', 'useradd -m x', 'echo root:x | chpasswd', 'userdel -r someone'],
    mustAllow: ['id', 'groups', 'whoami'],
  },
  {
    id: 'system-files',
    decision: 'deny',
    about: 'writes a file that decides who may log in or what the system runs',
    test: (subject) => judgeWrites(subject, systemFile),
    testFile: (subject) => judgeFileWrite(subject, systemFile),
    mustDeny: [
      'echo x >> ~/.ssh/authorized_keys',
      'echo "me ALL=(ALL) NOPASSWD:ALL" > /etc/sudoers.d/me',
      'sudo tee -a /etc/passwd < x',
      'cp x /etc/ld.so.preload',
      'sed -i s/a/b/ /etc/ssh/sshd_config',
      'cd /etc && echo > passwd',
      { toolName: 'Write', toolInput: { file_path: '/etc/sudoers' } },
    ],
    mustAllow: [
      'cat /etc/passwd',
      'cat ~/.ssh/authorized_keys',
      'grep x /etc/ssh/sshd_config',
      { toolName: 'Read', toolInput: { file_path: '/etc/hosts' } },
    ],
  },
  {
    id: 'start-up-files',
    decision: 'ask',
    about: 'writes a file whose commands run by themselves later',
    test: (subject) =>
      worst([
        judgeWrites(subject, startUpFile),
        subject.command.program === 'crontab' && subject.command.operands.length > 0 && !subject.command.has('-l')
          ? 'yes'
          : 'no',
      ]),
    testFile: (subject) => judgeFileWrite(subject, startUpFile),
    mustDeny: [
      'echo x >> ~/.bashrc',
      'cp hook .git/hooks/pre-commit',
      'tee ~/.zshrc < x',
      'echo "* * * * * x" | crontab -',
      'mv x /etc/cron.d/x',
      { toolName: 'Edit', toolInput: { file_path: '~/.profile' } },
    ],
    mustAllow: ['cat ~/.bashrc', 'ls .git/hooks', 'source ~/.bashrc', 'echo x > notes.bashrc.md'],
  },
]

const systemFile =
  /^\/etc\/(?:passwd|g?shadow|group|sudoers|sudoers\.d\/.*|ld\.so\.preload|ld\.so\.conf.*|pam\.d\/.*|pam\.conf|ssh\/sshd?_config.*|fstab|crypttab|hosts\.(?:allow|deny)|nsswitch\.conf|securetty)$|^\/boot\/|\/\.ssh\/authorized_keys2?$|^\/(?:usr\/)?s?bin\/|^\/lib(?:64)?\//
const startUpFile =
  /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|xprofile|xinitrc|inputrc|pam_environment)$|\/\.config\/(?:fish\/.*\.fish|autostart\/.*|systemd\/user\/.*)$|\/\.git\/hooks\/[^/]+$|^\/etc\/(?:cron[^/]*(?:\/.*)?|profile|profile\.d\/.*|bash\.bashrc|zsh\/.*|rc\.local|init\.d\/.*|systemd\/system\/.*|environment)$|^\/var\/spool\/cron\/|\/library\/launch(?:agents|daemons)\//

function judgeWrites({ command, resolve }: CommandSubject, shape: RegExp): Suspicion {
  for (const { path, access, word } of listTouchedPathsOf(command.command)) {
    if (access !== 'write') continue
    if (path !== null) {
      if (matches(resolve(path), shape)) return 'yes'
    } else if (
      word.value !== null &&
      locateWord(word, { ...command.command, cwd: '.' }) !== null &&
      matches(resolve(`/unknown/${word.value}`), shape)
    )
      return 'maybe'
  }
  return 'no'
}

function judgeFileWrite({ path, access, resolve }: FileSubject, shape: RegExp): Suspicion {
  return access === 'write' && matches(resolve(path), shape) ? 'yes' : 'no'
}

function matches({ spelled, real }: PathForms, shape: RegExp): boolean {
  return shape.test(spelled.toLowerCase()) || shape.test(real.toLowerCase())
}

function isPlace(value: string | null): boolean {
  return value === '.' || value === './'
}
