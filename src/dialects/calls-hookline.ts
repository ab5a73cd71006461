import type { HandlerSpec } from '../protocol/hook.ts'

const registration = /(?:^|[\s/'"])hookline(?:\.js)?['"]?\s+fire\s(?:[^\n]*\s)?--reply[\s=]/

/** Whether a command line is Hookline registered as an agent's hook. */
export function isRegistration(command: string): boolean {
  return registration.test(command)
}

/** Whether a hook would call Hookline again for the event that Hookline is running hooks for. */
export function callsHookline(handler: HandlerSpec): boolean {
  if (handler.type !== 'command') return false
  const { run } = handler
  return isRegistration('shell' in run ? run.shell : [run.exec, ...run.args].join(' '))
}
