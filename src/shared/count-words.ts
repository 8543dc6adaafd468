import type { TodoItem } from '../schema/translation.ts'
import type { Section } from '../schema/page.ts'

/** Words of the prose of a page's own sections; characters of scripts without spaces count one each. */
export function countWords(sections: readonly Section[]): number {
  const text = sections
    .filter(section => section.own)
    .map(({ title, text: prose }) => `${title} ${prose}`)
    .join(' ')
  return text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_'’-]+/gu)?.length ?? 0
}

/** Words to translate; `unchecked`: of the pages of which nothing says whether their source has changed. */
export function sumWords(items: readonly TodoItem[]): { words: number; unchecked: number } {
  const sum = { words: 0, unchecked: 0 }
  for (const { state, words } of items) sum[state === 'unknown' ? 'unchecked' : 'words'] += words
  return sum
}
