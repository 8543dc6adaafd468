import type { PageView } from '../schema/view.ts'

export interface HeadTag {
  tag: 'meta' | 'link'
  attributes: Record<string, string>
}

/** Marks the tags of the head that belong to one page and are replaced with it. */
export const OWN_HEAD_TAG = 'data-docsgen-head'

/** Meta tags, canonical, alternate and added links of a page, in document order; the server renders the same ones. */
export function headTags(page: PageView): HeadTag[] {
  const tags: HeadTag[] = page.meta.map(attributes => ({ tag: 'meta', attributes }))
  if (page.canonical) tags.push({ tag: 'link', attributes: { rel: 'canonical', href: page.canonical } })
  for (const { hreflang, href } of page.alternates) {
    tags.push({ tag: 'link', attributes: { rel: 'alternate', hreflang, href } })
  }
  for (const { tag, attributes } of page.head ?? []) if (tag === 'link') tags.push({ tag, attributes })
  return tags
}
