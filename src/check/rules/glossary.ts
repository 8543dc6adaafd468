import { formsOf, type GlossaryEntry } from '../../schema/config.ts'
import type { Section } from '../../schema/page.ts'
import type { ReadableSite } from '../../schema/translation.ts'
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
    // What a file has, has taken its place.
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
    const forbidden = formsOf(not[pair.locale]).flatMap(word => {
      const found = own.filter(section => says(section, [word]))
      return found.length > 0 ? [{ word, found }] : []
    })
    const first = lacking[0]?.translation
    return [
      ...(first ? [lackingProblem({ term, wanted }, first, lacking.length, pair)] : []),
      ...forbidden.map(({ word, found }) => forbiddenProblem({ term, wanted }, word, found, pair)),
    ]
  })
}

interface Wanted {
  term: string
  wanted: readonly string[]
}

function lackingProblem(
  { term, wanted }: Wanted,
  at: Section,
  count: number,
  { page, locale }: TranslatedPage,
): Problem {
  const more = count > 1 ? ` (and ${count - 1} more)` : ''
  const asked =
    wanted[0] === term ? `“${term}” stays as it is` : `“${term}” is ${list(wanted)} in \`${locale}\``
  return {
    place: at.place.file === page.file ? at.place : startOf(page),
    message: `${asked}, but this section doesn't use it${more}.`,
  }
}

function forbiddenProblem(
  { term, wanted }: Wanted,
  word: string,
  found: readonly Section[],
  { page, locale }: TranslatedPage,
): Problem {
  const more = found.length > 1 ? ` (in ${found.length} sections)` : ''
  return {
    place: found[0]?.place ?? startOf(page),
    message: `“${word}” isn't the term for “${term}” in \`${locale}\`${more}.`,
    ...(wanted.length > 0 ? { hint: `Write ${list(wanted)}.` } : {}),
  }
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
  const literal = term.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  return new RegExp(`(?<![\\p{L}\\p{N}_])${literal}(?:s|es)?(?![\\p{L}\\p{N}_])`, 'iu')
}
