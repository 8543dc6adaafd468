import type { ParsedPage, Section } from '../schema/page.ts'

/** What the index takes of a section. */
export type SearchSection = Pick<Section, 'id' | 'title' | 'ancestors' | 'text' | 'code'>

/** What the index takes of a page: plain data, so that a hash of it is a cache key. */
export interface SearchPage {
  /** Encoded path without base. */
  path: string
  title: string
  tags: string[]
  sections: SearchSection[]
}

/**
 * The searchable part of a locale's pages, in their order: pages with `search: false` and unlisted ones are left out, and so are
 * sections that came from an included page, which are found there (specification 8).
 */
export function searchPages(pages: readonly Pick<ParsedPage, 'record' | 'sections'>[]): SearchPage[] {
  return pages
    .filter(({ record: { frontmatter } }) => frontmatter.search !== false && !frontmatter.unlisted)
    .map(({ record, sections }) => ({
      path: record.path,
      title: record.title,
      tags: record.frontmatter.tags ?? [],
      sections: sections.filter(({ own, part }) => own || part).map(narrow),
    }))
}

function narrow({ id, title, ancestors, text, code }: Section): SearchSection {
  return { id, title, ancestors, text, code }
}

/** Title of a section; of the page for text before its first heading. */
export function sectionTitle(page: Pick<SearchPage, 'title'>, section: Pick<SearchSection, 'title'>): string {
  return section.title || page.title
}
