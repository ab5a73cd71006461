import { type FailureClass, type FailurePolicy, failureClasses } from '../protocol/failure.ts'

/** What holds for failures that a hook says nothing about. */
export interface FailureDefaults {
  timeoutBehavior: FailurePolicy
  failureBehavior: FailurePolicy
  /** A hook whose failure denies unless the hook says otherwise. */
  strict: boolean
}

/** The policy for every class of failure: what the hook says, else deny where strict, else the defaults. */
export function resolveOnFailure(
  own: FailurePolicy | Partial<Record<FailureClass, FailurePolicy>> | undefined,
  defaults: FailureDefaults,
): Record<FailureClass, FailurePolicy> {
  const policies = failureClasses.map((name) => {
    const said = typeof own === 'string' ? own : own?.[name]
    const general = name === 'timeout' ? defaults.timeoutBehavior : defaults.failureBehavior
    return [name, said ?? (defaults.strict ? 'deny' : general)] as const
  })
  return Object.fromEntries(policies) as Record<FailureClass, FailurePolicy>
}
