import type { LocaleView, NavItem } from '../../src/schema/view.ts'

/** Widths of the window, in em, from which a navigation is in the header: the style sheet has a rule for each. */
export const STEPS = [60, 70, 80, 90] as const

/** Width of everything without a text of the site, in em: padding and gaps of the bar, languages, color schemes. */
const FIXED = 2.5 + 2.5 + 2.75 + 2.75

/** The search button is a fifth of the window, but at most this wide and never less than its texts, in em. */
const SEARCH = { width: 15, besideTexts: 5 }

/** The name of the site has at least and at most these widths, in em. */
const NAME = { least: 5, most: 15.5 }

/** The menu of versions has at most this width, in em. */
const VERSION = 10

/** Width of the window, in em, from which social links are in the header. */
export const SOCIAL = { from: 80, most: 5, width: 2.25 } as const

/** Width of a navigation entry beside its text, in em: padding and gap, and the mark of a menu or an external link. */
const ENTRY = { link: 1.55, external: 2.55, group: 2.75 }

/** Width of the mark of a page that isn't translated, in em. */
const MARK = 1.9

/** Texts of the bar are a little smaller than the text size. */
const SCALE = 0.9375

/**
 * The width of the window, in em, from which the whole navigation fits into one row; undefined when it never does, since
 * the bar does not grow with windows beyond the last step. Estimated on the side of caution, so that documents can say it
 * without a script.
 */
export function fitsFrom(locale: LocaleView, items: readonly NavItem[]): number | undefined {
  const entries = items.map(item => textWidth(item.text) + ENTRY[kindOf(item)] + markWidth(item))
  const title = textWidth(locale.title) * 1.2 + (locale.logo ? 2.1 : 0)
  const name = Math.min(NAME.most, Math.max(NAME.least, title))
  const { search, searchShortcut } = locale.strings
  const texts = textWidth(search) + textWidth(searchShortcut) + SEARCH.besideTexts
  const open = locale.versions?.find(version => version.open)
  const version = open ? Math.min(VERSION, textWidth(open.label) + ENTRY.group) : 0
  const fixed = FIXED + (locale.repo ? 2.75 : 0) + name + version
  const shown = entries.reduce((sum, width) => sum + width, fixed)
  const social = Math.min(SOCIAL.most, locale.social?.length ?? 0) * SOCIAL.width
  return STEPS.find(
    step =>
      shown + (step < SOCIAL.from ? 0 : social) + Math.max(texts, Math.min(SEARCH.width, step / 5)) <= step,
  )
}

function markWidth({ items, link }: NavItem): number {
  return items.length === 0 && link?.untranslated ? MARK + (link.untranslated.length - 2) * 0.6 : 0
}

function kindOf({ items, link }: NavItem): keyof typeof ENTRY {
  if (items.length > 0) return 'group'
  return link?.external ? 'external' : 'link'
}

/** Widths of characters in em, as in the wider ones of the usual fonts; the first kind that fits counts. */
const WIDTHS: readonly [kind: RegExp, width: number][] = [
  // As wide as high: ideographs, kana, hangul and their punctuation, pictures.
  [
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u30ff\uff01-\uff60\p{Extended_Pictographic}]/u,
    1.05,
  ],
  [/[mwMW@%]/, 0.95],
  [/[fijlrtI .,:;'\u2019!|()/-]/, 0.38],
  [/\p{sc=Arabic}/u, 0.52],
  [/\p{Lu}|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}])[\p{L}\p{M}]/u, 0.7],
]
const OTHER = 0.62

/** About how wide a text of the bar is, in em. */
function textWidth(text: string): number {
  const widths = Array.from(text, character => WIDTHS.find(([kind]) => kind.test(character))?.[1] ?? OTHER)
  return widths.reduce((sum, width) => sum + width, 0) * SCALE
}
