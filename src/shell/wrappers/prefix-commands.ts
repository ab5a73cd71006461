import type { Field } from '../context.ts'
import { changesWhatRuns } from '../risky-variables.ts'
import { type Call, reportOpaque, reportUnclear, runCode, runHere, runInner } from './call.ts'
import { type OptionTable, readOptions } from './read-options.ts'

interface Prefix extends OptionTable {
  /** How many operands stand before the command. */
  operands?: number
  /** `NAME=value` words may stand before the command. */
  assignments?: true
  /** Run by the shell itself, which it may therefore move. */
  here?: true
  /** Options with which nothing is run. */
  idle?: string
  /** Options whose value is shell code. */
  code?: readonly string[]
  /** Options after which the command runs in another directory, or always. */
  moved?: string | true
}

/** Commands that run the command that follows them, after options and operands of their own. */
export const PREFIXES: Record<string, Prefix> = {
  command: { flags: 'pvV', idle: 'vV', here: true },
  builtin: { here: true },
  exec: { flags: 'cl', valued: 'a', here: true },
  noglob: { here: true },
  nocorrect: { here: true },
  repeat: { operands: 1, here: true },
  time: {
    flags: 'pavlV',
    valued: 'fo',
    longFlags: ['append', 'portability', 'verbose', 'quiet'],
    longValued: ['format', 'output'],
  },
  env: {
    flags: 'i0v',
    valued: 'uCSP',
    longFlags: ['ignore-environment', 'null', 'debug'],
    longValued: ['unset', 'chdir', 'split-string'],
    assignments: true,
    moved: 'C chdir',
  },
  nohup: {},
  setsid: { flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] },
  nice: { valued: 'n', longValued: ['adjustment'], digits: true },
  ionice: { flags: 't', valued: 'cnpPu', longFlags: ['ignore'], longValued: ['class', 'classdata', 'pid'] },
  chrt: { flags: 'abdfiormv', valued: 'TPD', operands: 1 },
  taskset: { flags: 'ac', longFlags: ['all-tasks', 'cpu-list'], operands: 1 },
  stdbuf: { valued: 'ioe', longValued: ['input', 'output', 'error'] },
  timeout: {
    flags: 'v',
    valued: 'ks',
    longFlags: ['preserve-status', 'foreground', 'verbose'],
    longValued: ['kill-after', 'signal'],
    operands: 1,
  },
  gtimeout: {
    flags: 'v',
    valued: 'ks',
    longFlags: ['preserve-status', 'foreground', 'verbose'],
    longValued: ['kill-after', 'signal'],
    operands: 1,
  },
  sudo: {
    flags: 'AbEeHiKklnPSsVvB',
    valued: 'CDghpRrTtUu',
    longFlags: [
      'askpass',
      'background',
      'preserve-env',
      'set-home',
      'login',
      'non-interactive',
      'stdin',
      'shell',
      'reset-timestamp',
      'preserve-groups',
    ],
    longValued: [
      'user',
      'group',
      'chdir',
      'host',
      'prompt',
      'role',
      'type',
      'other-user',
      'close-from',
      'command-timeout',
      'chroot',
    ],
    assignments: true,
    idle: 'eKlVv',
    moved: 'D i R chdir login chroot',
  },
  doas: { flags: 'nsL', valued: 'aCu' },
  pkexec: { longFlags: ['disable-internal-agent', 'keep-cwd'], longValued: ['user'], moved: true },
  gosu: { operands: 1 },
  'su-exec': { operands: 1 },
  runuser: {
    flags: 'lmpfPT',
    valued: 'ugGsc',
    longFlags: ['login', 'pty', 'preserve-environment'],
    longValued: ['user', 'group', 'command', 'shell'],
    code: ['c', 'command'],
  },
  chroot: { longFlags: ['skip-chdir'], longValued: ['userspec', 'groups'], operands: 1, moved: true },
  unshare: {
    flags: 'imnpuUCTfrch',
    valued: 'SGRwl',
    longFlags: [
      'fork',
      'ipc',
      'mount',
      'net',
      'pid',
      'uts',
      'user',
      'cgroup',
      'time',
      'map-root-user',
      'map-current-user',
      'map-auto',
      'mount-proc',
      'keep-caps',
    ],
    longValued: ['setuid', 'setgid', 'root', 'wd', 'propagation', 'setgroups'],
    moved: 'R w root wd',
  },
  nsenter: {
    flags: 'amuinpCUTrwFZe',
    valued: 'tSGW',
    longFlags: [
      'all',
      'mount',
      'uts',
      'ipc',
      'net',
      'pid',
      'cgroup',
      'user',
      'time',
      'preserve-credentials',
      'no-fork',
      'root',
      'wd',
    ],
    longValued: ['target', 'setuid', 'setgid', 'wdns'],
    moved: true,
  },
  strace: {
    flags: 'fcCdFhiknqrtTvVwxyzZDA',
    valued: 'eopsuEPabIOSUX',
    longFlags: ['follow-forks', 'output-separately'],
    longValued: ['output', 'trace'],
  },
  ltrace: { flags: 'cCfhiLrStTV', valued: 'aAeDFlnopsuxwX' },
  flock: {
    flags: 'sxenouFv',
    valued: 'wEc',
    longFlags: ['shared', 'exclusive', 'nonblock', 'no-fork', 'close', 'verbose', 'unlock'],
    longValued: ['timeout', 'wait', 'conflict-exit-code', 'command'],
    code: ['c', 'command'],
    operands: 1,
  },
  busybox: {},
  toybox: {},
  caffeinate: { flags: 'dimsu', valued: 'tw' },
  unbuffer: { flags: 'p' },
  chronic: { flags: 'ev' },
  fakeroot: { flags: 'u', valued: 'lfisb', longFlags: ['unknown-is-real'], longValued: ['lib', 'faked'] },
  'dbus-run-session': {},
  'dumb-init': { flags: 'cvr' },
  tini: { flags: 'svgwl', valued: 'pe' },
  'xvfb-run': {
    flags: 'al',
    valued: 'efnpsw',
    longFlags: ['auto-servernum'],
    longValued: ['server-args', 'server-num'],
  },
  'systemd-run': {
    flags: 'GPdqrtS',
    valued: 'HMpEu',
    longFlags: ['user', 'scope', 'system', 'pty', 'pipe', 'wait', 'collect', 'quiet', 'no-block'],
    longValued: ['unit', 'property', 'slice', 'uid', 'gid', 'setenv'],
    moved: true,
  },
  torsocks: {},
  proxychains4: { flags: 'q', valued: 'f' },
}

/** Looks behind a prefix command at the command it runs. In doubt about an option, both readings are listed and reported. */
export function runPrefix(call: Call): ReturnType<typeof runHere> {
  const table = PREFIXES[call.name]
  if (table === undefined) return undefined
  const { options, operands, doubt } = readOptions(call.args, table)
  const has = (names: string) => options.some(({ name }) => names.split(names.includes(' ') ? ' ' : '').includes(name))
  if (table.idle && has(table.idle)) return undefined
  if (doubt) reportUnclear(call, doubt)
  const changes = table.moved === true || (table.moved && has(table.moved)) ? { cwd: null } : {}
  for (const { name, value } of options) {
    if (!value) continue
    if (table.code?.includes(name)) runCode(value, call, changes)
    if (call.name === 'env' && (name === 'S' || name === 'split-string')) return splitString(value, operands, call)
  }
  const words = table.assignments ? skipAssignments(operands, call) : operands
  if (call.name === 'flock') return runFlock(words, call)
  const inner = words.slice(table.operands ?? 0)
  const ends = table.here ? runHere(inner, call) : runInner(inner, call, changes)
  if (doubt && inner.length > 1) runInner(inner.slice(1), call, changes)
  return ends
}

function skipAssignments(words: Field[], call: Call): Field[] {
  let index = 0
  for (; index < words.length; index++) {
    const found = /^([^=/]+)=/.exec(words[index]?.template ?? '')
    if (!found) break
    if (changesWhatRuns(found[1] ?? '')) reportOpaque(call, `other commands than usual because of ${found[1]}`)
  }
  return words.slice(index)
}

/** `env -S` splits a string by rules of its own; only what both it and a shell read alike is taken as understood. */
function splitString(value: Field, operands: Field[], call: Call): undefined {
  if (value.value === null || /[\\$'"#`;&|<>(){}*?[\]~]/.test(value.value)) reportUnclear(call, value)
  const words = value.template
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text): Field => ({ value: text, raw: text, template: text }))
  return runInner(skipAssignments([...words, ...operands], call), call)
}

/** `flock file command` and `flock file -c code`. */
function runFlock(words: Field[], call: Call): undefined {
  const [, first, code] = words
  if (first?.value === '-c' || first?.value === '--command') return code && runCode(code, call)
  return runInner(words.slice(1), call)
}
