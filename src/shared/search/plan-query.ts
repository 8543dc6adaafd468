import { titleTerm, type Analyse } from './analyse.ts'
import { expandExact, expandFuzzy, type Dictionary, type Expansion } from './expand-term.ts'
import { parseQuery, type QueryTerm } from './parse-query.ts'

/** What to look for: for each word of the query the terms of the index that may stand for it. */
export interface QueryPlan {
  words: QueryTerm[]
  /** The words as typed, and what begins so. */
  strict: Expansion[][]
  /** The same with typing errors forgiven; an identifier that nothing resembles falls into its parts. Costs time. */
  forgiving(): Expansion[][]
  /** The words without their endings; empty where there are no endings, or nothing else. */
  core: Expansion[][]
  /** The query taken as a whole title. */
  title?: string
}

/** Characters of a query that are read; what follows is no query any more. */
const MAX_QUERY = 256

/** Reads a query against the terms of an index. No postings are needed yet. */
export function planQuery(given: string, dictionary: Dictionary, analyse: Analyse): QueryPlan {
  const query = given.slice(0, MAX_QUERY)
  const words = parseQuery(query, analyse)
  const strict = words.map(word => expandExact(word, dictionary))
  const forgiving = (): Expansion[][] =>
    words.flatMap((word, position) => forgive(word, strict[position] ?? [], dictionary))
  const isCore = words.map(({ ending }) => ending !== true)
  const core = isCore.includes(false) ? strict.filter((_, position) => isCore[position]) : []
  const title = titleTerm(analyse(query))
  return { words, strict, forgiving, core, ...(title !== undefined && { title }) }
}

function forgive(word: QueryTerm, exact: Expansion[], dictionary: Dictionary): Expansion[][] {
  const known = new Set(exact.map(expansion => expansion.term))
  const similar = expandFuzzy(word, dictionary).filter(expansion => !known.has(expansion.term))
  if (exact.length + similar.length > 0 || word.parts.length === 0) return [[...exact, ...similar]]
  return word.parts.map(part => expandExact(part, dictionary))
}
