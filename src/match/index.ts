export { compileIf } from './compile-if.ts'
export { compileMatcher, type KimiMatcher, type MatcherSpec } from './compile-matcher.ts'
export { compilePattern, type Pattern, type PatternOptions } from './compile-pattern.ts'
export {
  evaluatePermissions,
  type PermissionRules,
  type PermissionVerdict,
  parsePermissions,
} from './evaluate-permissions.ts'
export { dangerousCommands } from './guards/dangerous-commands.ts'
export { evaluateGuardPack, type GuardVerdict, trimGuardPack } from './guards/evaluate-guard-pack.ts'
export type { GuardPack, GuardRule, GuardSample } from './guards/guard-pack.ts'
export { matchRule } from './match-rule.ts'
export type { NamedMatcher } from './named-matcher.ts'
export { parseRule, type Rule } from './parse-rule.ts'
export type { PathMatch, PathRule } from './path-rules.ts'
export type { MatchResult, RuleMatch, ToolCall } from './tool-call.ts'
export { nativeToolName } from './tool-names.ts'
export type { TouchedPath } from './touched-command.ts'
export { listTouchedPaths } from './touched-paths.ts'
