import { type Cut, runsOf, titleTerm, type Token } from '../shared/search/analyse.ts'
import { sectionTitle, type SearchPage, type SearchSection } from './search-pages.ts'

/** Half of what the whole identifier counts. */
const PART = 0.5
/** Words of programming languages themselves, which say nothing about a sample. */
const KEYWORDS = new Set(
  (
    'as async await break case catch class const continue default do else export extends false finally for from ' +
    'function if import in instanceof interface let new null of return static super switch this throw true try ' +
    'type typeof undefined var void while with yield'
  ).split(' '),
)

/** The terms of a field and how often each is in it, as a part of an identifier half as often; in columns: every section has five of them. */
export interface Counts {
  terms: string[]
  amounts: number[]
}

/** Terms of a section: those of its title, of the titles above it, of its prose and of its code. */
export interface SectionCounts {
  /** The term for the whole title. */
  title?: string
  heading: Counts
  ancestors: Counts
  prose: Counts
  code: Counts
}

/** Terms of a page, plain data: cutting its text takes most of the time of an index, so a page that is the same is not cut again. */
export interface PageCounts {
  /** Of the title and the tags. */
  page: Counts
  sections: SectionCounts[]
}

/** Cuts the texts of a page. */
export function countTerms(page: SearchPage, cut: Cut): PageCounts {
  return {
    page: count([page.title, ...page.tags], cut, 'title'),
    sections: page.sections.map(section => countSection(page, section, cut)),
  }
}

function countSection(page: SearchPage, section: SearchSection, cut: Cut): SectionCounts {
  const heading = sectionTitle(page, section)
  const ancestors = section.ancestors.filter(above => above !== page.title)
  const title = titleTerm(runsOf(heading).flatMap(cut))
  return {
    ...(title !== undefined && { title }),
    heading: count([heading], cut, 'title'),
    ancestors: count(ancestors, cut, 'title'),
    prose: count([section.text], cut, 'prose'),
    code: count(section.code, cut, 'code'),
  }
}

type FieldKind = 'title' | 'prose' | 'code'

function count(texts: readonly string[], cut: Cut, kind: FieldKind): Counts {
  const runs = new Map<string, number>()
  for (const text of texts) for (const run of runsOf(text)) runs.set(run, (runs.get(run) ?? 0) + 1)
  const counts = new Map<string, number>()
  const add = (term: string, amount: number): void => void counts.set(term, (counts.get(term) ?? 0) + amount)
  for (const [run, times] of runs) {
    for (const token of cut(run)) {
      if (!isCounted(token, kind)) continue
      const amount = token.kind === 'part' ? times * PART : times
      add(token.term, amount)
      if (token.word !== token.term) add(token.word, amount)
    }
  }
  return { terms: [...counts.keys()], amounts: [...counts.values()] }
}

function isCounted({ stop, word }: Token, kind: FieldKind): boolean {
  if (kind === 'title') return true
  return !stop && (kind === 'prose' || !(KEYWORDS.has(word) || /^\d*$/.test(word)))
}
