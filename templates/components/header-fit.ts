import type { LocaleView, NavItem } from '../../src/schema/view.ts'

/** Widths of the window, in em, from which a navigation stands in the header: the style sheet has a rule for each. */
export const STEPS = [60, 70, 80, 90] as const

/** What has no text of the site, in em: padding and gaps of the bar, languages, colour schemes. */
const FIXED = 2.5 + 2.5 + 2.75 + 5.7

/** The search button is a fifth of the window, and at most this wide, in em. */
const SEARCH = 15

/** The name of the site takes the width of the sidebar from this width of the window on, in em. */
const SIDEBAR = { from: 80, width: 16.75 }

/** Of a navigation entry beside its text, in em: padding and gap; of one that opens a list, the arrow, too. */
const ENTRY = { link: 1.55, group: 2.75 }

/** Texts of the bar are a little smaller than the text size. */
const SCALE = 0.9375

/**
 * The width of the window, in em, from which the whole navigation fits into one row; undefined when it never does, since
 * the bar does not grow with windows beyond the last step. Estimated on the side of caution, so that documents can say it
 * without a script.
 */
export function fitsFrom(locale: LocaleView, items: readonly NavItem[]): number | undefined {
  const entries = items.map(
    ({ text, items: list }) => textWidth(text) + (list.length > 0 ? ENTRY.group : ENTRY.link),
  )
  const brand = textWidth(locale.title) * 1.2 + (locale.logo ? 2.1 : 0)
  const rest = entries.reduce((sum, width) => sum + width, FIXED + (locale.repo ? 2.75 : 0))
  return STEPS.find(step => {
    const name = step < SIDEBAR.from ? brand : Math.max(brand, SIDEBAR.width)
    return rest + name + Math.min(SEARCH, step / 5) <= step
  })
}

/** Characters as wide as they are high: ideographs, kana, hangul and their punctuation, pictures. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u30ff\uff01-\uff60\p{Extended_Pictographic}]/u

/** Characters that are wider than most small Latin letters. */
const BROAD = /[\p{Lu}\p{Script=Cyrillic}\p{Script=Thai}\p{Script=Devanagari}mw%@]/u

/** About how wide a text of the bar is, in em. */
function textWidth(text: string): number {
  const widths = Array.from(text, character =>
    SQUARE.test(character) ? 1.05 : BROAD.test(character) ? 0.68 : 0.54,
  )
  return widths.reduce((sum, width) => sum + width, 0) * SCALE
}
