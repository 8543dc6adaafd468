import { formsOf, type GlossaryEntry } from '../../schema/config.ts'
import type { Section } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { escapePattern } from '../../lib/text.ts'
import { matchSections } from '../../site/stamp.ts'
import { listPairs, type TranslatedPage } from './parity.ts'
import { defineRule, type Problem, startOf } from './rule.ts'

/** Terms of `check.glossary` that a translation says in another way than was agreed on. */
export const glossary = defineRule(
  'check/glossary',
  'warning',
  'A translation does not use the terms of `check.glossary`, or uses a forbidden one.',
  site => {
    const { glossary: entries } = site.config.check
    // The entries of a file have replaced its name.
    if (typeof entries === 'string') return []
    const terms = entries.map(entry => ({ entry, inSource: wordPattern(entry.term) }))
    return terms.length === 0 ? [] : listPairs(site).flatMap(pair => checkPage(pair, terms, site))
  },
)

interface Term {
  entry: GlossaryEntry
  /** Finds the term in the source. */
  inSource: RegExp
}

/** One problem for each term of a page, at its first place. */
function checkPage(pair: TranslatedPage, terms: readonly Term[], { textOf }: ReadableSite): Problem[] {
  const sections = matchSections(textOf(pair.source).sections, textOf(pair.page).sections)
  const own = textOf(pair.page).sections.filter(section => section.own)
  return terms.flatMap(({ entry, inSource }) => {
    const { term, keep, as = {}, not = {} } = entry
    const wanted = keep ? [term] : formsOf(as[pair.locale])
    const lacking = sections.filter(
      ({ source, translation }) =>
        wanted.length > 0 &&
        source !== undefined &&
        translation !== undefined &&
        inSource.test(wordsOf(source)) &&
        !says(translation, wanted),
    )
    const at = lacking[0]?.translation?.place
    const asked =
      wanted[0] === term ? `“${term}” stays as it is` : `“${term}” is ${list(wanted)} in \`${pair.locale}\``
    const others = lacking.length > 1 ? ` (and ${lacking.length - 1} more)` : ''
    const forbidden = formsOf(not[pair.locale]).flatMap((word): Problem[] => {
      const found = own.filter(section => says(section, [word]))
      if (found.length === 0) return []
      const places = found.length > 1 ? ` (in ${found.length} sections)` : ''
      return [
        {
          place: found[0]?.place ?? startOf(pair.page),
          message: `“${word}” isn't the term for “${term}” in \`${pair.locale}\`${places}.`,
          ...(wanted.length > 0 ? { hint: `Write ${list(wanted)}.` } : {}),
        },
      ]
    })
    if (!at) return forbidden
    const place = at.file === pair.page.file ? at : startOf(pair.page)
    return [{ place, message: `${asked}, but this section doesn't use it${others}.` }, ...forbidden]
  })
}

function list(words: readonly string[]): string {
  return words.map(word => `“${word}”`).join(' or ')
}

function wordsOf({ title, text }: Section): string {
  return `${title}\n${text}`
}

/** Languages inflect words at their ends, some write without spaces: what is asked for may be a part of a word. */
function says(section: Section, words: readonly string[]): boolean {
  const text = wordsOf(section).toLowerCase()
  return words.some(word => text.includes(word.toLowerCase()))
}

/** A whole word in any case, in the plural, too. */
function wordPattern(term: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(term)}(?:s|es)?(?![\\p{L}\\p{N}_])`, 'iu')
}
