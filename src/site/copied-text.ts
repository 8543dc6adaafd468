import type { Section } from '../schema/page.ts'

/** Below this many letters a paragraph may be a name, a signature or a list of terms that no language translates. */
const MIN_LETTERS = 20
const MIN_WORDS = 5
/** Where all of a page is the same, less is enough. */
const MIN_PHRASE = 3
/** A signature or a type in running text is the same in every language. */
const SYNTAX = /\||(?:[{}<>=;[\]][^{}<>=;[\]]*){2}/
/** A word with such a sign in it is an address, an option or a name of something: `/user/:id`, `route.params=1`. */
const CODE_WORD = /[/\\_=@#$:]\S/
/** Scripts that write without spaces say as much in fewer letters. */
const MIN_SPACELESS_LETTERS = 10
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const NOT_SPACELESS = /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Paragraphs of a translation that stand word for word in the source, by section. */
export function copiedParagraphs(
  source: readonly Section[],
  translation: readonly Section[],
): { section: Section; paragraphs: string[] }[] {
  const known = new Set(wholeText(source).split('\n'))
  return translation
    .filter(section => section.own)
    .map(section => ({ section, paragraphs: paragraphsOf(section, known) }))
    .filter(({ paragraphs }) => paragraphs.length > 0)
}

/** Share of a translation's prose, in characters, that is the source's own: 0 to 1; 0 without prose. */
export function copiedShare(source: readonly Section[], translation: readonly Section[]): number {
  const own = translation.filter(section => section.own)
  if (wholeText(translation) === wholeText(source) && own.some(hasPhrase)) return 1
  const copied = copiedParagraphs(source, translation).flatMap(({ paragraphs }) => paragraphs)
  if (copied.length === 0) return 0
  const all = own.flatMap(section => paragraphsOf(section))
  return copied.join('').length / all.join('').length
}

function wholeText(sections: readonly Section[]): string {
  return sections
    .filter(section => section.own)
    .map(section => section.text)
    .join('\n')
}

function hasPhrase(section: Section): boolean {
  return splitText(section).some(({ prose }) => SPACELESS.test(prose) || countWords(prose) >= MIN_PHRASE)
}

/** Paragraphs long enough to be language; with `known`, those among them. */
function paragraphsOf(section: Section, known?: ReadonlySet<string>): string[] {
  return splitText(section, known)
    .filter(({ prose }) => isProse(prose))
    .map(({ text }) => text)
}

/** Paragraphs, and what is left of each without what stands in code marks. */
function splitText(section: Section, known?: ReadonlySet<string>): { text: string; prose: string }[] {
  const lines = section.text.split('\n').filter(text => text !== '' && (known?.has(text) ?? true))
  if (lines.length === 0) return []
  const code = section.code
    .filter(text => text !== '' && !text.includes('\n'))
    .toSorted((a, b) => b.length - a.length)
  const withoutCode = (text: string) => code.reduce((rest, part) => rest.replaceAll(part, ' '), text)
  return lines.map(text => ({ text, prose: withoutCode(text) }))
}

function isProse(text: string): boolean {
  if (SYNTAX.test(text)) return false
  if (text.replace(NOT_SPACELESS, '').length >= MIN_SPACELESS_LETTERS) return true
  const language = wordsOf(text)
  return language.join('').replace(/\P{L}/gu, '').length >= MIN_LETTERS && language.length >= MIN_WORDS
}

function countWords(text: string): number {
  return wordsOf(text).length
}

/** Words of a language: not those that are code, which tables of options hold without its marks. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap(word => (CODE_WORD.test(word) ? [] : (word.match(/[\p{L}'\u2019-]+/gu) ?? [])))
}
