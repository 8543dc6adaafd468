import { scanTags } from '../../lib/html-tags.ts'

/** A tag of raw HTML: slash, name, attributes, slash. */
export const TAG = /<(\/?)([a-z][^\s<>/]*)(?![^\s<>/])((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gi

/** True for a tag such as `<Badge />`, given as it is written: a slash that ends a value without quotes is part of it. */
export function isWholeElement(tag: string): boolean {
  return tag.endsWith('/>') && scanTags(tag)[0]?.isWhole === true
}
