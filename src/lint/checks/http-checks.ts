import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedHook } from '../linted-hook.ts'
import { native } from './example.ts'

const observer = (url: string, headers = ''): string =>
  `{ "Notification": [{ "hooks": [{ "type": "http", "url": "${url}"${headers} }] }] }`

/** Hooks that are requests. */
export const httpChecks: readonly LintCheck[] = [
  {
    code: 'insecure-url',
    title: 'An event is sent over the network without encryption.',
    severity: 'warning',
    why: 'Events hold prompts, commands and file contents; and whoever answers in between decides about tool calls.',
    remedy: 'Use https.',
    example: {
      wrong: native(observer('http://hooks.example.com/x')),
      right: native(observer('https://hooks.example.com/x')),
    },
    hook: findInsecure,
  },
  {
    code: 'undeclared-header-variable',
    title: 'A header uses a variable that is not declared.',
    severity: 'error',
    why: 'Only variables under allowedEnvVars are filled in: the header is sent with the name of the variable as it is written, and by a claude file with nothing in its place.',
    remedy: 'Name the variable under allowedEnvVars.',
    example: {
      wrong: native(observer('https://hooks.example.com/x', ', "headers": { "X-Key": "$HOOK_KEY" }')),
      right: native(
        observer(
          'https://hooks.example.com/x',
          ', "headers": { "X-Key": "$HOOK_KEY" }, "allowedEnvVars": ["HOOK_KEY"]',
        ),
      ),
    },
    hook: findUndeclared,
  },
]

function* findInsecure({ hook, place }: LintedHook): Generator<Finding> {
  if (hook.handler.type !== 'http') return
  const url = URL.parse(hook.handler.url)
  if (url?.protocol !== 'http:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)) return
  yield { place: place('url'), message: `Events go to ${url.host} in plain text.` }
}

function* findUndeclared({ hook, place }: LintedHook): Generator<Finding> {
  if (hook.handler.type !== 'http') return
  const declared = new Set(hook.handler.allowedEnvVars ?? [])
  for (const [header, value] of Object.entries(hook.handler.headers)) {
    for (const { 1: bare, 2: braced } of value.matchAll(/\$(?:(\w+)|\{(\w+)\})/g)) {
      const name = bare ?? braced!
      if (!declared.has(name))
        yield { place: place('headers'), message: `The header ${header} uses $${name}, which is not declared.` }
    }
  }
}
