import type { CodeBlock } from '../../../schema/page.ts'
import { align } from '../../../shared/align.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { comparedLanguage, normalizeCode } from './normalize-code.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

interface Sample {
  block: CodeBlock
  /** What is left of the code when comments, texts and layout are dropped. */
  meaning: string
}

/** Code samples that are not those of the source; comments and strings may differ. */
export const code = defineRule(
  {
    id: 'parity/code',
    severity: 'warning',
    description: 'Code of a translation differs from the source in more than comments and strings.',
  },
  site => {
    const cache = new Map<string, string>()
    return listPairs(site).flatMap(({ source, page }) => {
      const left = samplesOf(site.textOf(source).codeBlocks, cache)
      const right = samplesOf(site.textOf(page).codeBlocks, cache)
      return compareCode({ left, right }, { source, page })
    })
  },
)

interface ComparedSamples {
  left: Sample[]
  right: Sample[]
}

function compareCode(
  { left, right }: ComparedSamples,
  { source, page }: Pick<TranslatedPage, 'source' | 'page'>,
): Problem[] {
  const problems: Problem[] = []
  let gap: ComparedSamples = { left: [], right: [] }
  let last: Sample | undefined
  const close = () => {
    problems.push(...describeGap(gap, last?.block.place ?? startOf(page), source.file))
    gap = { left: [], right: [] }
  }
  for (const pair of alignSamples(left, right)) {
    const from = pair.left === undefined ? undefined : left[pair.left]
    const to = pair.right === undefined ? undefined : right[pair.right]
    if (from && to) {
      close()
      last = to
    } else if (from) gap.left.push(from)
    else if (to) gap.right.push(to)
  }
  close()
  return problems
}

function samplesOf(blocks: readonly CodeBlock[], cache: Map<string, string>): Sample[] {
  return blocks.flatMap(block => {
    const language = block.own ? comparedLanguage(block.lang) : undefined
    if (!language) return []
    const key = `${language} ${block.code}`
    const meaning = cache.get(key) ?? normalizeCode(block.code, language)
    cache.set(key, meaning)
    return [{ block, meaning }]
  })
}

function alignSamples(left: readonly Sample[], right: readonly Sample[]) {
  return align({ left: left.length, right: right.length }, (i, j) =>
    left[i]?.meaning === right[j]?.meaning ? 1 : 0,
  )
}

/** Between two equal samples: pairs in order are samples that differ, what is left over is missing or too much. */
function describeGap(
  gap: { left: readonly Sample[]; right: readonly Sample[] },
  before: NonNullable<Problem['place']>,
  file: string,
): Problem[] {
  const differing = gap.right.slice(0, gap.left.length).map(({ block }, index): Problem => {
    const line = gap.left[index]?.block.place.line ?? 1
    return {
      place: block.place,
      message: `This code differs from the source (\`${file}:${line}\`) in more than comments and strings.`,
    }
  })
  const extra = gap.right.slice(gap.left.length).map(({ block }): Problem => ({
    place: block.place,
    message: `The source (\`${file}\`) has no such code sample.`,
  }))
  const lacking = gap.left.slice(gap.right.length)
  if (lacking.length === 0) return [...differing, ...extra]
  const lines = lacking.map(({ block }) => block.place.line).join(', ')
  const missing: Problem = {
    place: gap.right.at(-1)?.block.place ?? before,
    message: `${lacking.length === 1 ? 'A code sample' : `${lacking.length} code samples`} of the source (\`${file}\`, line ${lines}) ${lacking.length === 1 ? 'is' : 'are'} missing after this place.`,
  }
  return [...differing, missing]
}
