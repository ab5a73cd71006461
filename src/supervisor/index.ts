export type { HookCall, HookEnd } from './hook-call.ts'
export { supervise } from './supervise.ts'
export { isSupervisorCommand } from './supervisor-command.ts'
