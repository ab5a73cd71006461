const registration = /(?:^|[\s/'"])(?:ccc|hookline)(?:\.js)?['"]?\s+supervisor-hook(?:\s|$)/

/** Whether a command line is the supervisor registered as an agent's hook. */
export function isSupervisorCommand(command: string): boolean {
  return registration.test(command)
}
