import { checkTable } from '../../src/lint/check-table.ts'
import type { ExampleFiles, LintCheck } from '../../src/lint/lint-check.ts'
import { page, table } from './markdown.ts'

/** The reference of everything that lint looks for. */
export function lintDocs(): string {
  const checks = [...checkTable].sort((a, b) => a.code.localeCompare(b.code))
  const rows = checks.map((check) => [
    `[${check.code}](#${check.code})`,
    check.severity,
    check.fixable ? 'yes' : '',
    check.title,
  ])
  return page([
    '# Lint',
    '`hookline lint [FILE...]` looks for faults in configuration files, in any dialect, and in the scripts they run. It runs no hook. Without files it looks at those that would be found; a file that is code is loaded only when it is named.',
    'Every problem has a place, a severity, a code from this page and a hint. `--fix` mends what can be mended mechanically, keeps comments and order, and says what it changed; the content of scripts is never touched. `--json` prints `{version, files, problems, fixed, errors, warnings}`. The exit code is 1 when there is an error, else 0, also with warnings; 2 is kept for decisions that deny.',
    table(['code', 'severity', '`--fix`', 'what is wrong'], rows),
    ...checks.flatMap(describeCheck),
  ])
}

function describeCheck(check: LintCheck): string[] {
  return [
    `## ${check.code}`,
    `**${check.title}** ${check.why}`,
    check.remedy,
    'Wrong:',
    ...Object.entries(check.example.wrong).map(showFile),
    'Right:',
    ...Object.entries(check.example.right).map(showFile),
  ]
}

function showFile([path, content]: [string, ExampleFiles[string]]): string {
  const { text, mode } = typeof content === 'string' ? { text: content, mode: undefined } : content
  const note = mode === undefined ? '' : ` (mode ${mode.toString(8)})`
  const language = path.endsWith('.sh') ? 'sh' : path.endsWith('.toml') ? 'toml' : path.endsWith('.json') ? 'json' : ''
  return [`*${path}*${note}`, '', `\`\`\`${language}`, layOut(text).trimEnd(), '```'].join('\n')
}

// Examples are kept short in the code; here there is room. One that is no JSON on purpose stays as it is.
function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
