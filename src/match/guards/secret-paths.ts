import { homedir } from 'node:os'
import type { Word } from '../../shell/command-facts.ts'
import { locateWord } from '../locate-word.ts'
import { compileComponent } from '../path-component.ts'
import type { PathForms } from '../real-path.ts'
import type { CommandSubject } from './guard-pack.ts'

/** What a file holds: keys and tokens, or a project's environment; null when neither. */
export type Secret = 'key' | 'env' | null

const keyFiles: readonly RegExp[] = [
  /\/\.ssh\/(?!(?:known_hosts|config|authorized_keys)|.*\.pub$)[^/]+$/,
  /\/id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  /\/\.aws\/(?:credentials|sso\/cache\/.*|cli\/cache\/.*)$/,
  /\/\.azure\/(?:accesstokens\.json|msal_token_cache.*|azureprofile\.json)$/,
  /\/\.config\/gcloud\/(?:.*credentials.*|access_tokens\.db)$/,
  /\/\.kube\/config$/,
  /\/\.docker\/config\.json$/,
  /\/[._]netrc$/,
  /\/\.pypirc$/,
  /\/\.git-credentials$/,
  /\/\.config\/(?:gh\/hosts\.yml|git\/credentials|hub)$/,
  /\/\.gnupg\/(?!pubring)/,
  /\/\.(?:pgpass|my\.cnf|vault-token|boto|s3cfg|htpasswd)$/,
  /\/\.(?:cargo|gem|terraform\.d)\/credentials(?:\.[\w.]+)?$/,
  /\/\.claude\/\.credentials\.json$/,
  /\/\.(?:codex|gemini|kimi)\/(?:auth|oauth_creds|credentials)\.json$/,
  /^\/etc\/(?:g?shadow-?|sudoers|sudoers\.d\/.*|ssl\/private\/.*|ssh\/ssh_host_.*_key)$/,
  /^\/proc\/[^/]+\/environ$/,
  /\/library\/keychains\//,
  /\/(?:login data|logins\.json|key4\.db)$/,
]
const envFile = /\/\.env(?:\.(?!(?:example|sample|template|dist|defaults?|schema|test)$)[^/]+)?$/
const keyDirectories = /\/\.(?:ssh|aws|gnupg|kube|azure|config\/gcloud)$/

/** What kind of secret a path holds, by its spelled and its real name. */
export function judgeSecret({ spelled, real }: PathForms): Secret {
  const forms = [spelled, real].map((form) => form.normalize('NFC').toLowerCase())
  const npmrc = `${homedir().toLowerCase()}/.npmrc`
  if (forms.some((form) => form === npmrc || keyFiles.some((shape) => shape.test(form)))) return 'key'
  return forms.some((form) => envFile.test(form)) ? 'env' : null
}

/** Whether a path is a directory full of keys. */
export function isKeyDirectory({ spelled, real }: PathForms): boolean {
  return keyDirectories.test(spelled.toLowerCase()) || keyDirectories.test(real.toLowerCase())
}

/** What a word of a command may name: itself, and the paths inside `@file`, `of=file`, `-Ffile`, `file:///file`, `HEAD:file`. */
export function judgeWord(word: Word, { command, resolve }: Pick<CommandSubject, 'command' | 'resolve'>): Secret {
  const known = word.value === null ? fillHome(word) : word
  if (known === null) return null
  let found: Secret = null
  for (const piece of listPieces(known)) {
    const path = locateWord(piece, command.command) ?? `/unknown/${piece.value}`
    const secret = piece.glob ? judgePattern(resolve(path)) : judgeSecret(resolve(path))
    if (secret === 'key') return 'key'
    found ??= secret
  }
  return found
}

// The parser fills in the home directory only where a word begins with it.
function fillHome(word: Word): Word | null {
  const value = word.raw.replace(/["']/g, '').replace(/\$HOME\b|\$\{HOME\}/g, homedir())
  return /[$`\\]/.test(value) ? null : { ...word, value }
}

function listPieces(word: Word): Word[] {
  const value = word.value!
  if (value.length > 4096 || /\s/.test(value)) return []
  const pieces = new Set([value])
  for (const cut of value.matchAll(/[=:@,<]/g)) pieces.add(value.slice(cut.index + 1))
  if (/^-[A-Za-z]./.test(value)) pieces.add(value.slice(2))
  return [...pieces]
    .filter((piece) => piece !== '')
    .map((piece) => ({
      value: piece,
      raw: word.raw,
      ...(word.glob ? { glob: true as const } : {}),
      ...(piece.startsWith('~') ? { home: true as const } : {}),
    }))
}

const commonSecrets = () => {
  const home = homedir()
  return [
    '.ssh/id_rsa',
    '.ssh/id_ed25519',
    '.aws/credentials',
    '.netrc',
    '.npmrc',
    '.pypirc',
    '.git-credentials',
    '.kube/config',
    '.docker/config.json',
    '.gnupg/secring.gpg',
  ]
    .map((name) => `${home}/${name}`)
    .concat('/etc/shadow', '/etc/sudoers', '/proc/self/environ')
}

// A pattern is judged by whether it would pick one of the usual secrets; `*` alone picks no dot file.
function judgePattern({ spelled }: PathForms): Secret {
  const names = spelled.split('/')
  const picks = (secret: string) => {
    const wanted = secret.split('/')
    return wanted.length === names.length && wanted.every((name, index) => matchName(names[index]!, name))
  }
  if (commonSecrets().some(picks)) return 'key'
  return /[.[?]/.test(names.at(-1)?.[0] ?? '') &&
    ['.env', '.env.local', '.env.production'].some((name) => matchName(names.at(-1)!, name))
    ? 'env'
    : null
}

function matchName(glob: string, name: string): boolean {
  if (name.startsWith('.') && glob.startsWith('*')) return false
  return compileComponent(glob.toLowerCase())(name.toLowerCase())
}
