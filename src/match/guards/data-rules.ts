import type { GuardRule } from './guard-pack.ts'
import { oncePerCall } from './once-per-call.ts'

const databaseClients = [
  'psql',
  'mysql',
  'mariadb',
  'sqlite3',
  'mongo',
  'mongosh',
  'cockroach',
  'clickhouse-client',
  'clickhouse',
  'sqlcmd',
  'duckdb',
  'usql',
  'pgcli',
  'mycli',
]
const destructiveSql =
  /\b(?:drop\s+(?:database|schema|table|user|role|owned|tablespace)|truncate\s+(?:table\s+)?[\w".`]+|delete\s+from\s+[\w".`]+\s*(?:;|$|["'])|dropDatabase\s*\(|\.drop\s*\(\s*\)|deleteMany\s*\(\s*\{\s*\}\s*\))/i

const holdsDestructiveSql = oncePerCall(({ text }) => destructiveSql.test(text.replace(/\s+/g, ' ')))

/** Data outside the repository: databases, containers, clusters, clouds. */
export const dataRules: readonly GuardRule[] = [
  {
    id: 'drop-database',
    decision: 'deny',
    about: 'drops or empties databases or tables',
    programs: [...databaseClients, 'dropdb', 'dropuser', 'mysqladmin', 'redis-cli'],
    test: (subject) => {
      const { command } = subject
      const words = command.args.map((word) => word.value ?? word.raw)
      if (command.program === 'dropdb' || command.program === 'dropuser') return command.has('--help') ? 'no' : 'yes'
      if (command.program === 'mysqladmin') return words.includes('drop') ? 'yes' : 'no'
      if (command.program === 'redis-cli') return words.some((word) => /^flush(?:all|db)$/i.test(word)) ? 'yes' : 'no'
      // Statements may come as an argument, through a pipe or from a here-document: all of them stand in the text.
      return destructiveSql.test(words.join(' ')) || holdsDestructiveSql(subject) ? 'yes' : 'no'
    },
    mustDeny: [
      'psql -c "DROP DATABASE app"',
      'mysql -e "drop table users"',
      'echo "TRUNCATE TABLE users" | psql app',
      'redis-cli FLUSHALL',
      'dropdb app',
      "sqlite3 app.db 'delete from users;'",
      "mongosh app --eval 'db.dropDatabase()'",
      'psql <<EOF\ndrop schema public cascade;\nEOF',
    ],
    mustAllow: [
      'psql -c "SELECT 1"',
      "sqlite3 app.db '.tables'",
      'mysql -e "delete from sessions where expired = 1"',
      'redis-cli ping',
    ],
  },
  {
    id: 'prune-containers',
    decision: 'ask',
    about: 'removes containers, images or volumes with what is in them',
    programs: ['docker', 'podman', 'docker-compose', 'nerdctl'],
    test: ({ command }) => {
      const [first = '', second = ''] = command.args.map((word) => word.value ?? '')
      if (second === 'prune') return 'yes'
      if (first === 'volume' && (second === 'rm' || second === 'remove')) return 'yes'
      const removes = first === 'rm' || first === 'rmi' || (['container', 'image'].includes(first) && second === 'rm')
      if (removes && command.open && command.args.some((word) => word.value === null && /\$\(|`/.test(word.raw)))
        return 'yes'
      const down =
        command.program === 'docker-compose'
          ? first === 'down'
          : first === 'compose' && command.args.some((word) => word.value === 'down')
      return down && command.has('-v', '--volumes', '--rmi') ? 'yes' : 'no'
    },
    mustDeny: [
      'docker system prune -af --volumes',
      'docker volume rm data',
      'docker rm -f $(docker ps -aq)',
      'docker compose down -v',
      'docker --context prod volume prune',
      'docker-compose down --volumes',
    ],
    mustAllow: [
      'docker ps',
      'docker rm -f test-db',
      'docker compose down',
      'docker run --rm -v "$PWD":/app app',
      'docker image ls',
    ],
  },
  {
    id: 'container-escape',
    decision: 'ask',
    about: 'starts a container that holds the whole machine',
    programs: ['docker', 'podman', 'nerdctl'],
    test: ({ command }) => {
      if (!['run', 'exec', 'create', 'container'].includes(command.args[0]?.value ?? '')) return 'no'
      const whole = command.args.some(
        (word) =>
          /^(?:-v|--volume=?|--mount=?.*src=|--mount=?.*source=)?\/(?::|,|$)|^\/:\//.test(word.value ?? '') ||
          /docker\.sock/.test(word.value ?? ''),
      )
      return command.has('--privileged') || whole || command.args.some((word) => /^--pid=host$/.test(word.value ?? ''))
        ? 'yes'
        : 'no'
    },
    mustDeny: [
      'docker run --privileged x',
      'docker run -v /:/host x',
      'docker run -v /var/run/docker.sock:/var/run/docker.sock x',
    ],
    mustAllow: ['docker run -v /srv/data:/data x', 'docker run -p 80:80 nginx'],
  },
  {
    id: 'delete-cluster',
    decision: 'ask',
    about: 'deletes resources of a cluster or a cloud account',
    programs: [
      'kubectl',
      'oc',
      'helm',
      'terraform',
      'tofu',
      'pulumi',
      'aws',
      'gcloud',
      'az',
      'gsutil',
      'doctl',
      'heroku',
      'flyctl',
      'fly',
      'vercel',
      'gh',
    ],
    test: ({ command }) => {
      const words = command.args.map((word) => word.value ?? '')
      const [first = '', second = ''] = words
      const has = (shape: RegExp) => words.some((word) => shape.test(word))
      if (command.program === 'kubectl' || command.program === 'oc')
        return first === 'delete' &&
          (command.has('--all', '--all-namespaces', '-A') ||
            /^(?:ns|namespaces?|nodes?|pvc?|persistentvolume(?:claim)?s?|crds?|deployments?|statefulsets?)(?:\/|$)/.test(
              second,
            ))
          ? 'yes'
          : first === 'drain'
            ? 'yes'
            : 'no'
      if (command.program === 'helm') return ['uninstall', 'delete'].includes(first) ? 'yes' : 'no'
      if (['terraform', 'tofu', 'pulumi'].includes(command.program!))
        return first === 'destroy' || has(/^-destroy$/) || (first === 'state' && second === 'rm') ? 'yes' : 'no'
      if (command.program === 'aws')
        return has(/^(?:delete|terminate|remove)-/) ||
          (first === 's3' && (second === 'rb' || (second === 'rm' && command.has('--recursive'))))
          ? 'yes'
          : 'no'
      if (command.program === 'gsutil')
        return has(/^(?:rb|rm)$/) && (command.has('-r', '-R') || has(/^rb$/)) ? 'yes' : 'no'
      if (command.program === 'gh')
        return (first === 'repo' && /^(?:delete|archive)$/.test(second)) ||
          (first === 'api' && has(/^DELETE$/i)) ||
          ((first === 'secret' || first === 'release') && second === 'delete')
          ? 'yes'
          : 'no'
      return has(/^(?:delete|destroy|apps:destroy|remove|rm)$/) ? 'yes' : 'no'
    },
    mustDeny: [
      'kubectl delete ns prod',
      'kubectl -n prod delete pods --all',
      'terraform destroy -auto-approve',
      'aws s3 rb s3://b --force',
      'aws ec2 terminate-instances --instance-ids i-1',
      'gcloud projects delete p',
      'az group delete -n g',
      'gh repo delete o/r',
      'helm uninstall app',
    ],
    mustAllow: ['kubectl get pods', 'kubectl delete pod web-1', 'terraform plan', 'aws s3 ls', 'gh pr list'],
  },
]
