import { readFileSync } from 'node:fs'

export interface Query {
  q: string
  kind: string
  /** Paths of pages that answer it; absent for nonsense. */
  expect?: string[]
}

/** Pages in the order in which the dialog shows them. */
export type Ask = (query: string) => Promise<string[]>

export interface Recall {
  /** Queries that have an answer. */
  count: number
  /** Share of them answered by the first page, and by one of the first five. */
  first: number
  fifth: number
  /** Mean of 1 / rank. */
  reciprocal: number
  /** Queries not answered by the first page, with the rank. */
  missed: string[]
  /** Nonsense that found something. */
  noise: string[]
  /** Kinds of which less than nine in ten are among the first five. */
  weakKinds: string[]
}

const SETS = ['../../../shared/spec/oracle/search-queries.json', '../corpus/search-queries.json']

/** The queries of a locale: those of the specification, and as many that were not used to tune anything. */
export function queriesOf(code: string): Query[] {
  return SETS.flatMap(file => {
    const set = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Record<string, Query[]>
    return set[code] ?? []
  })
}

/** Asks every query of a locale and counts how far up the right page is. */
export async function measureRecall(code: string, ask: Ask): Promise<Recall> {
  const ranks: number[] = []
  const missed: string[] = []
  const noise: string[] = []
  const kinds = new Map<string, boolean[]>()
  for (const { q, kind, expect = [] } of queriesOf(code)) {
    const pages = await ask(q)
    if (kind === 'none' && pages.length > 0) noise.push(q)
    if (kind === 'none') continue
    const rank = pages.findIndex(page => expect.includes(page)) + 1
    ranks.push(rank)
    kinds.set(kind, [...(kinds.get(kind) ?? []), rank > 0 && rank <= 5])
    if (rank !== 1) missed.push(`${q} (${rank})`)
  }
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    count: ranks.length,
    first: mean(ranks.map(rank => Number(rank === 1))),
    fifth: mean(ranks.map(rank => Number(rank > 0 && rank <= 5))),
    reciprocal: mean(ranks.map(rank => (rank > 0 ? 1 / rank : 0))),
    missed,
    noise,
    weakKinds: [...kinds].flatMap(([kind, found]) => (mean(found.map(Number)) < 0.9 ? [kind] : [])),
  }
}

/** What is below its gate; empty when everything is as it should be. */
export function belowGates({ first, fifth, reciprocal, noise, weakKinds }: Recall): string[] {
  return [
    ...(first < 0.9 ? [`recall@1 ${first}`] : []),
    ...(fifth < 0.97 ? [`recall@5 ${fifth}`] : []),
    ...(reciprocal < 0.93 ? [`MRR ${reciprocal}`] : []),
    ...noise.map(query => `nonsense found: ${query}`),
    ...weakKinds.map(kind => `kind ${kind}`),
  ]
}

/** One line for the log. */
export function recallLine(code: string, { count, first, fifth, reciprocal, missed }: Recall): string {
  const [one, five, rank] = [first, fifth, reciprocal].map(value => value.toFixed(3))
  const rest = missed.join(', ') || 'none'
  return `${code}: ${count} queries, recall@1 ${one}, recall@5 ${five}, MRR ${rank}; not first: ${rest}`
}
