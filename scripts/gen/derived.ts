/** Every file that derives from the code: path relative to the root, and content. */
export async function generatedFiles(_root: string): Promise<Map<string, string>> {
  return new Map()
}
