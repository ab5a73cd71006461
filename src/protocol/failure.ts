/** The ways in which a hook can fail to answer, each with a policy of its own under `onFailure`. */
export const failureClasses = ['spawn', 'timeout', 'crash', 'signal', 'invalidOutput'] as const

export type FailureClass = (typeof failureClasses)[number]

/** What a gate that failed does to the call: let it through (failed open), ask, or deny. */
export const failurePolicies = ['ignore', 'ask', 'deny'] as const

export type FailurePolicy = (typeof failurePolicies)[number]
