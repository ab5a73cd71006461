/** The same tool under another dialect's name. */
const aliases: Readonly<Record<string, string>> = {
  Shell: 'Bash',
  WriteFile: 'Write',
  ReadFile: 'Read',
  StrReplaceFile: 'Edit',
}

// What other agents call their shell; a guard must know a shell when it sees one.
const shellNames = new Set([
  'bash',
  'shell',
  'run_shell_command',
  'exec_command',
  'execute_command',
  'execute',
  'terminal',
])

/** The native name of a tool: `Shell` is `Bash`, `WriteFile` is `Write`; any other name stays as it is. */
export function nativeToolName(name: string): string {
  return Object.hasOwn(aliases, name) ? aliases[name]! : name
}

/** Whether a tool runs shell text from its `command`, whatever the dialect calls it. */
export function isShellTool(name: string): boolean {
  return shellNames.has(name.toLowerCase())
}
