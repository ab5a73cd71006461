import type { TrustItem } from './trust-item.ts'

/** What an item would run, in one text for people. */
export function describeRuns({ hook, file }: TrustItem): string {
  if (hook === undefined) return `the code of ${file}`
  const { handler } = hook
  switch (handler.type) {
    case 'command':
      return 'shell' in handler.run ? handler.run.shell : [handler.run.exec, ...handler.run.args].join(' ')
    case 'worker':
      return handler.command
    case 'http':
      return handler.url
    case 'prompt':
    case 'agent':
      return handler.prompt
    case 'callback':
      return 'a function'
    case 'unsupported':
      return handler.name
  }
}
