import type { ExampleFiles } from '../lint-check.ts'

/** A native file. */
export function native(text: string, others: ExampleFiles = {}): ExampleFiles {
  return { '.hookline/hooks.json': text, ...others }
}

/** A settings file of Claude Code. */
export function claude(text: string, others: ExampleFiles = {}): ExampleFiles {
  return { '.claude/settings.json': text, ...others }
}

/** A configuration of Kimi. */
export function kimi(text: string, others: ExampleFiles = {}): ExampleFiles {
  return { '.kimi/config.toml': text, ...others }
}
