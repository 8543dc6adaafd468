import type { ParsedPage, Section } from '../schema/page.ts'

/** Below this many letters a paragraph may be a name, a signature or a list of terms that no language translates. */
const MIN_LETTERS = 20
const MIN_WORDS = 5
/** Where all of a page is the same, less is enough. */
const MIN_PHRASE = 3
/** A signature or a type in running text is the same in every language. */
const SYNTAX = /\||(?:[{}<>=;[\]][^{}<>=;[\]]*){2}/
const WORD = /[\p{L}'’-]+/gu
/** Scripts that write without spaces say as much in fewer letters. */
const MIN_SPACELESS_LETTERS = 10
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Paragraphs of a translation that stand word for word in the source, by section. */
export function copiedParagraphs(
  source: ParsedPage,
  translation: ParsedPage,
): { section: Section; paragraphs: string[] }[] {
  const known = new Set(source.sections.filter(section => section.own).flatMap(paragraphsOf))
  return translation.sections
    .filter(section => section.own)
    .map(section => ({ section, paragraphs: paragraphsOf(section).filter(text => known.has(text)) }))
    .filter(({ paragraphs }) => paragraphs.length > 0)
}

/** Share of a translation's prose, in characters, that is the source's own: 0 to 1; 0 without prose. */
export function copiedShare(source: ParsedPage, translation: ParsedPage): number {
  const whole = wholeText(translation)
  if (whole === wholeText(source) && whole.split('\n').some(isPhrase)) return 1
  const all = translation.sections.filter(section => section.own).flatMap(paragraphsOf)
  const copied = copiedParagraphs(source, translation).flatMap(({ paragraphs }) => paragraphs)
  const total = all.join('').length
  return total > 0 ? copied.join('').length / total : 0
}

function isPhrase(text: string): boolean {
  return (text.match(WORD)?.length ?? 0) >= MIN_PHRASE || (text.match(SPACELESS)?.length ?? 0) > 0
}

function wholeText(page: ParsedPage): string {
  return page.sections
    .filter(section => section.own)
    .map(section => section.text)
    .join('\n')
}

/** Paragraphs long enough to be language; what stands in code marks does not count. */
function paragraphsOf(section: Section): string[] {
  const code = section.code
    .filter(text => text !== '' && !text.includes('\n'))
    .toSorted((a, b) => b.length - a.length)
  return section.text
    .split('\n')
    .map(text => text.trim())
    .filter(text => isProse(code.reduce((rest, part) => rest.replaceAll(part, ' '), text)))
}

function isProse(text: string): boolean {
  if (SYNTAX.test(text)) return false
  if ((text.match(SPACELESS)?.length ?? 0) >= MIN_SPACELESS_LETTERS) return true
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters >= MIN_LETTERS && (text.match(WORD)?.length ?? 0) >= MIN_WORDS
}
