import type { Section } from '../schema/page.ts'

/** Words of the prose of a page's own sections; characters of scripts without spaces count one each. */
export function countWords(sections: readonly Section[]): number {
  const text = sections
    .filter(section => section.own)
    .map(({ title, text: prose }) => `${title} ${prose}`)
    .join(' ')
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu)?.length ?? 0
}
