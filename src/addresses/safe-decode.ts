/** Percent-decodes; malformed input stays as it is. */
export function safeDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
