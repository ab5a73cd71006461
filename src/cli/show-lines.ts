import { showText } from '../match/show-text.ts'

/** Text of others for a screen: its lines stay lines, everything else a screen would hide or obey is written as an escape. */
export function showLines(text: string, indent = ''): string {
  return text
    .split(/\r?\n/)
    .map((line) => showText(line.replaceAll('\t', '    '), Number.POSITIVE_INFINITY))
    .join(`\n${indent}`)
}
