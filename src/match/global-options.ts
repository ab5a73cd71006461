/** Options that stand between a program and its subcommand; those in `values` take the next word. */
interface GlobalOptions {
  values: readonly string[]
  /** Further shapes of such a word, for options that cannot be listed. */
  shape?: RegExp
}

const tables: Readonly<Record<string, GlobalOptions>> = {
  git: {
    values: [
      '-C',
      '-c',
      '--git-dir',
      '--work-tree',
      '--namespace',
      '--exec-path',
      '--super-prefix',
      '--config-env',
      '--attr-source',
    ],
  },
  docker: {
    values: [
      '-H',
      '--host',
      '-c',
      '--context',
      '--config',
      '-l',
      '--log-level',
      '--tlscacert',
      '--tlscert',
      '--tlskey',
    ],
  },
  podman: {
    values: [
      '-c',
      '--connection',
      '--url',
      '--identity',
      '--log-level',
      '--root',
      '--runroot',
      '--runtime',
      '--storage-driver',
      '--storage-opt',
    ],
  },
  npm: {
    values: [
      '-C',
      '--prefix',
      '--registry',
      '--userconfig',
      '--globalconfig',
      '--cache',
      '--loglevel',
      '-w',
      '--workspace',
    ],
  },
  pnpm: {
    values: ['-C', '--dir', '-F', '--filter', '--filter-prod', '--loglevel', '--reporter', '--workspace-concurrency'],
  },
  yarn: { values: ['--cwd', '--cache-folder', '--modules-folder', '--registry'] },
  kubectl: {
    values: [
      '-n',
      '--namespace',
      '--context',
      '--kubeconfig',
      '--cluster',
      '--user',
      '-s',
      '--server',
      '--as',
      '--as-group',
      '--token',
      '--request-timeout',
      '-v',
      '--v',
    ],
  },
  helm: { values: ['-n', '--namespace', '--kube-context', '--kubeconfig'] },
  gh: { values: ['-R', '--repo'] },
  cargo: { values: ['-C', '-Z', '--config', '--color'], shape: /^\+/ },
  go: { values: ['-C'] },
  make: { values: ['-C', '-f', '--directory', '--file', '--makefile', '-I', '-j'] },
  terraform: { values: [] },
  systemctl: { values: ['-H', '--host', '-M', '--machine', '-t', '--type', '--root'] },
  aws: { values: ['--profile', '--region', '--endpoint-url', '--output', '--query', '--color', '--ca-bundle'] },
  gcloud: {
    values: ['--project', '--account', '--configuration', '--format', '--verbosity', '--impersonate-service-account'],
  },
  sudo: {
    values: [
      '-u',
      '--user',
      '-g',
      '--group',
      '-h',
      '--host',
      '-p',
      '--prompt',
      '-C',
      '-D',
      '--chdir',
      '-R',
      '--chroot',
      '-r',
      '-t',
      '-T',
      '-U',
    ],
  },
}

/**
 * Drops the options a known program takes before its subcommand: `git -C dir push` becomes `git push`.
 * Returns the same list when the program is not known or has none. A word only a running shell could tell ends the search.
 */
export function dropGlobalOptions<W extends { value: string | null }>(words: readonly W[]): readonly W[] {
  const program = words[0]
  const table = program?.value != null && Object.hasOwn(tables, program.value) ? tables[program.value] : undefined
  if (program === undefined || table === undefined) return words
  let index = 1
  while (index < words.length) {
    const value = words[index]!.value
    if (value === null || !(value.startsWith('-') || table.shape?.test(value))) break
    index += table.values.includes(value) ? 2 : 1
  }
  return index === 1 ? words : [program, ...words.slice(index)]
}
