/** A text as an expression that matches nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()[\]\\|]/g, '\\$&')
}
