import { tryDecode } from './try-decode.ts'

/** Percent-decodes; malformed input stays as it is. */
export function safeDecode(text: string): string {
  return text.includes('%') ? (tryDecode(text) ?? text) : text
}
