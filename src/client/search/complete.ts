import { bestOf, factorOf, RELAXED, WHOLE_TITLE } from '../../shared/search/engine.ts'
import type { Expansion } from '../../shared/search/expand-term.ts'
import type { LargeIndex } from './large-index.ts'

/** A word of a query, and a section that may have it. */
type Question = [word: number, section: number]

/** Best sections of which everything is to be known. */
const CANDIDATES = 64
const ROUNDS = 8
/** Files that a query may load for it, all together. */
const MAX_FILES = 12

/**
 * Loads what is missing of long lists for the sections that may be the best: those that have one of the words, with what the
 * others can bring at most. A single word needs nothing: the best sections of a term are in its block.
 */
export async function completeBest(
  words: readonly Expansion[][],
  title: string | undefined,
  index: LargeIndex,
): Promise<void> {
  if (words.length < 2) return
  const asked = new Set<number>()
  const loaded = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const questions = openQuestions(words, title, index, asked)
    if (questions.length === 0) return
    const wanted = await Promise.all(
      questions.flatMap(([word, section]) =>
        (words[word] ?? [])
          .filter(({ term }) => index.posting(term)?.bound)
          .map(async ({ term }) => ({ term, file: await index.restFile(term, section) })),
      ),
    )
    for (const [word, section] of questions) asked.add(word * index.size + section)
    const adding = wanted.flatMap(({ term, file }) => {
      if (file === undefined || (!loaded.has(file) && loaded.size >= MAX_FILES)) return []
      loaded.add(file)
      return [index.addRest(term, file)]
    })
    await Promise.all(adding)
  }
}

/** Loads more of the lists of terms, for where most of the best sections are of no use. */
export async function loadMore(terms: Iterable<string>, index: LargeIndex): Promise<void> {
  const cut = [...terms].filter(term => index.posting(term)?.bound)
  const most = Math.ceil(MAX_FILES / cut.length)
  await Promise.all(
    cut.map(async term => {
      for (const file of await index.restFiles(term, most)) await index.addRest(term, file)
    }),
  )
}

/** What is not known of the sections that may be the best. */
function openQuestions(
  words: readonly Expansion[][],
  title: string | undefined,
  index: LargeIndex,
  asked: ReadonlySet<number>,
): Question[] {
  const scores = words.map(expansions => bestOf(expansions, index))
  const bounds = words.map(expansions => Math.max(0, ...expansions.map(each => boundOf(each, index))))
  const needed = words.every(({ length }) => length > 0) ? words.length : Math.ceil(words.length * RELAXED)
  const titled = new Set(index.posting(title ?? '')?.sections)
  const candidates: { score: number; open: Question[] }[] = []
  for (let section = 0; section < index.size; section++) {
    const known = scores.map(best => best[section] ?? 0)
    if (!known.some(score => score > 0)) continue
    const open = known.flatMap((score, word): Question[] =>
      (bounds[word] ?? 0) > score && !asked.has(word * index.size + section) ? [[word, section]] : [],
    )
    const most = known.slice()
    for (const [word] of open) most[word] = bounds[word] ?? 0
    if (most.filter(score => score > 0).length < needed) continue
    const sum = most.reduce((all, score) => all + score, 0)
    candidates.push({ score: titled.has(section) ? sum * WHOLE_TITLE : sum, open })
  }
  return candidates
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES)
    .flatMap(({ open }) => open)
}

function boundOf(expansion: Expansion, index: LargeIndex): number {
  const posting = index.posting(expansion.term)
  return posting ? factorOf(expansion, posting, index) * posting.bound : 0
}
