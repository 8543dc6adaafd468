import type { Section } from '../schema/page.ts'

/** Sections that stand in the page's own file; an empty start is none. */
export function ownSections(sections: readonly Section[]): Section[] {
  return sections.filter(
    ({ own, id, depth, text, code }) => own && (id !== '' || depth > 0 || text !== '' || code.length > 0),
  )
}
