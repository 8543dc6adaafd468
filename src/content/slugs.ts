import { remove as removeDiacritics } from 'diacritics'
import type { Slugs } from '../schema/page.ts'

/** Runs of these become one hyphen. */
const SEPARATORS = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019\u2013\u2014<>,.?/]+/g
/** For VitePress, dashes are letters. */
const SEPARATORS_BUT_DASHES = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019<>,.?/]+/g
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f]/g

// eslint-disable-next-line no-misleading-character-class
const COMBINING = /[\u0300-\u036f]/g

/**
 * The id that VuePress made from a heading's text, so that a migrated site keeps every address. Up to 1.5.3 base
 * letters are those of the package that it used; from 1.5.4 on, characters are taken apart (NFKD) and lose their accents,
 * Korean syllables and Japanese letters among them. VitePress does the same, and leaves dashes alone.
 */
export function slugify(text: string, slugs: Exclude<Slugs, 'github'>): string {
  const bare = slugs === 'vuepress' ? removeDiacritics(text) : text.normalize('NFKD').replace(COMBINING, '')
  return bare
    .replace(CONTROLS, '')
    .replace(slugs === 'vitepress' ? SEPARATORS_BUT_DASHES : SEPARATORS, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** Ids of a page, each with the number to try first when it is wanted again. */
export type TakenIds = Map<string, number>

/** The slug, or with the smallest free number from `first` when it is taken. Adds the result to `taken`. */
export function uniqueSlug(slug: string, taken: TakenIds, first = 2): string {
  let number = taken.get(slug)
  if (number === undefined) {
    taken.set(slug, first)
    return slug
  }
  while (taken.has(`${slug}-${number}`)) number += 1
  const id = `${slug}-${number}`
  taken.set(slug, number + 1)
  taken.set(id, first)
  return id
}
