import { formsOf, type GlossaryEntry } from '../../schema/config.ts'
import type { Section } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { escapePattern } from '../../lib/text.ts'
import { matchSections } from '../../site/stamp.ts'
import { listPairs, type TranslatedPage } from './parity.ts'
import { defineRule, type Problem, startOf } from './rule.ts'

export const glossary = defineRule(
  'check/glossary',
  'warning',
  'A translation does not use the terms of `check.glossary`, or uses a forbidden one.',
  site => {
    const { glossary: entries } = site.config.check
    // The entries of a file have replaced its name.
    if (typeof entries === 'string') return []
    const terms = entries.map(entry => ({
      entry,
      inSource: new RegExp(
        `(?<![\\p{L}\\p{N}_])${escapePattern(entry.term)}(?:s|es)?(?![\\p{L}\\p{N}_])`,
        'iu',
      ),
    }))
    return terms.length === 0 ? [] : listPairs(site).flatMap(pair => checkPage(pair, terms, site))
  },
)

interface Term {
  entry: GlossaryEntry
  /** Finds the term in the source: a whole word in any case, in the plural, too. */
  inSource: RegExp
}

/** One problem for each term of a page, at its first place. */
function checkPage(pair: TranslatedPage, terms: readonly Term[], { textOf }: ReadableSite): Problem[] {
  const sections = matchSections(textOf(pair.source).sections, textOf(pair.page).sections)
  const own = textOf(pair.page).sections.filter(section => section.own)
  return terms.flatMap(({ entry: { term, keep, as = {}, not = {} }, inSource }): Problem[] => {
    const wanted = keep ? [term] : formsOf(as[pair.locale])
    const names = wanted.map(word => `“${word}”`).join(' or ')
    const lacking = sections.flatMap(({ source, translation }) =>
      wanted.length > 0 &&
      source &&
      translation &&
      inSource.test(wordsOf(source)) &&
      !says(translation, wanted)
        ? [translation.place]
        : [],
    )
    const asked =
      wanted[0] === term ? `“${term}” stays as it is` : `“${term}” is ${names} in \`${pair.locale}\``
    const others = lacking.length > 1 ? ` (and ${lacking.length - 1} more)` : ''
    const message = `${asked}, but this section doesn't use it${others}.`
    return [
      ...lacking
        .slice(0, 1)
        .map(place => ({ place: place.file === pair.page.file ? place : startOf(pair.page), message })),
      ...formsOf(not[pair.locale]).flatMap((word): Problem[] => {
        const found = own.filter(section => says(section, [word]))
        const places = found.length > 1 ? ` (in ${found.length} sections)` : ''
        return found.slice(0, 1).map(({ place }) => ({
          place,
          message: `“${word}” isn't the term for “${term}” in \`${pair.locale}\`${places}.`,
          hint: wanted.length > 0 ? `Write ${names}.` : undefined,
        }))
      }),
    ]
  })
}

function wordsOf({ title, text }: Section): string {
  return `${title}\n${text}`
}

/** Languages inflect words at their ends, some write without spaces: what is asked for may be a part of a word. */
function says(section: Section, words: readonly string[]): boolean {
  const text = wordsOf(section).toLowerCase()
  return words.some(word => text.includes(word.toLowerCase()))
}
