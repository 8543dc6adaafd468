import type { Section } from '../schema/page.ts'

/** Sections that stand in the page's own file; an empty start is none. */
export function ownSections(sections: readonly Section[]): Section[] {
  return sections.filter(
    ({ own, id, depth, text, code }) => own && (id !== '' || depth > 0 || text !== '' || code.length > 0),
  )
}

/** Sections that a stamp can name: `__proto__` is no key that frontmatter may have (X-PROTO-1). */
export function stampedSections(sections: readonly Section[]): Section[] {
  return ownSections(sections).filter(({ id }) => id !== '__proto__')
}

/** What a translation of a page with these sections is stamped with: id → hash. */
export function createStamp(sections: readonly Section[]): Record<string, string> {
  return Object.fromEntries(stampedSections(sections).map(({ id, hash }) => [id, hash]))
}
