import { eastAsianWidth } from 'get-east-asian-width'

/** Marks that stand on the character before, and characters without a width of their own. */
const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** Columns that one character (a whole code point) takes in a terminal: 0, 1 or 2. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  return ZERO_WIDTH.test(character) ? 0 : eastAsianWidth(code)
}

/**
 * Columns that a text without line breaks takes in a terminal. By characters, not by what a reader takes for one: finding
 * those in a line of 100 kB takes Node.js 20 many seconds.
 */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}
