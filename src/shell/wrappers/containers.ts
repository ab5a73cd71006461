import { type Call, type Handler, reportUnclear, runInner } from './call.ts'
import { type OptionTable, readOptions } from './read-options.ts'

/** Commands that run a command inside a container; its directory has nothing to do with ours. */
export const CONTAINERS: Record<string, Handler> = {
  docker: runContainer,
  podman: runContainer,
  nerdctl: runContainer,
  kubectl: runKubectl,
}

const GLOBAL: OptionTable = {
  flags: 'D',
  valued: 'cHl',
  longFlags: ['debug', 'tls', 'tlsverify'],
  longValued: ['config', 'context', 'host', 'log-level'],
}

const INSIDE: OptionTable = {
  flags: 'ditPqT',
  valued: 'abcehlmpuvw',
  longFlags: [
    'detach',
    'interactive',
    'tty',
    'rm',
    'privileged',
    'init',
    'publish-all',
    'read-only',
    'no-healthcheck',
    'oom-kill-disable',
    'no-deps',
    'build',
    'quiet',
    'service-ports',
  ],
  longValued: [
    ...[
      'env',
      'env-file',
      'user',
      'workdir',
      'volume',
      'name',
      'network',
      'net',
      'publish',
      'entrypoint',
      'mount',
      'memory',
      'cpus',
      'hostname',
      'label',
      'platform',
    ],
    ...[
      'cap-add',
      'cap-drop',
      'security-opt',
      'device',
      'gpus',
      'pull',
      'restart',
      'tmpfs',
      'ulimit',
      'add-host',
      'dns',
      'ipc',
      'pid',
      'userns',
      'uts',
      'shm-size',
    ],
    ...[
      'volumes-from',
      'link',
      'log-driver',
      'log-opt',
      'expose',
      'group-add',
      'cidfile',
      'detach-keys',
      'runtime',
      'stop-signal',
      'stop-timeout',
      'sysctl',
      'index',
    ],
  ],
}

function runContainer(call: Call): undefined {
  const { operands, doubt } = readOptions(call.args, GLOBAL)
  if (doubt) reportUnclear(call, doubt)
  const [first, ...rest] = operands
  if (first?.value === 'compose') {
    const inner = readOptions(rest, {
      valued: 'fp',
      longValued: ['file', 'project-name', 'profile', 'env-file', 'project-directory'],
    })
    return runInside(inner.operands, call)
  }
  return runInside(first?.value === 'container' ? rest : operands, call)
}

function runInside([verb, ...args]: Call['args'], call: Call): undefined {
  if (verb?.value !== 'exec' && verb?.value !== 'run') return
  const { options, operands, doubt } = readOptions(args, INSIDE)
  if (doubt) reportUnclear(call, doubt)
  const entry = options.find(({ name }) => name === 'entrypoint')?.value
  const words = operands.slice(1)
  const inner = { ...call, name: `${call.name} ${verb.value}` }
  if (doubt && words.length > 1) runInner(words.slice(1), inner, { cwd: null })
  runInner(entry ? [entry, ...words] : words, inner, { cwd: null })
}

function runKubectl(call: Call): undefined {
  const exec = call.args.findIndex(({ value }) => value === 'exec')
  if (exec === -1) return
  const dashes = call.args.findIndex(({ value }, index) => index > exec && value === '--')
  if (dashes === -1) reportUnclear(call, call.args[exec])
  else runInner(call.args.slice(dashes + 1), { ...call, name: 'kubectl exec' }, { cwd: null })
}
