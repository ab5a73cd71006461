/** Larger images are refused by the models. */
export const largestImage = 5 * 1024 * 1024

/** The media type of an image that models can see, told by its first bytes, whatever the name says. */
export function imageType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  return /^RIFF.{4}WEBP/s.test(start) ? 'image/webp' : undefined
}
