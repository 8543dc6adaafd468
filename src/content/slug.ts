import { remove as removeDiacritics } from 'diacritics'

/** Runs of these become one hyphen (B63, step 3). */
const SEPARATORS = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’–—<>,.?/]+/g
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f]/g

/**
 * The id that VuePress 1.5.3 made from a heading's text (B63), so that a migrated site keeps every address. Base letters
 * (B64) are those of the package that it used.
 */
export function slugify(text: string): string {
  return removeDiacritics(text)
    .replace(CONTROLS, '')
    .replace(SEPARATORS, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()
}

/** Ids of a page, each with the number to try first when it is wanted again. */
export type TakenIds = Map<string, number>

/** The slug, or with the smallest free number from `first` when it is taken (B69). Adds the result to `taken`. */
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
