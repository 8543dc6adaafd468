import type { CodeBlock } from '../../../schema/page.ts'
import { defineRule, type Problem, startOf } from '../rule.ts'
import { type CodeMeaning, comparedLanguage, normalizeCode } from './normalize-code.ts'
import { pairSamples, type Sample } from './pair-samples.ts'
import { listPairs, type TranslatedPage } from './pairs.ts'

/** Code samples that are not those of the source; comments and strings may differ. */
export const code = defineRule(
  {
    id: 'parity/code',
    severity: 'warning',
    description: 'Code of a translation differs from the source in more than comments and strings.',
  },
  site => {
    const cache = new Map<string, CodeMeaning>()
    return listPairs(site).flatMap(pair => {
      const source = samplesOf(site.textOf(pair.source).codeBlocks, cache)
      const translation = samplesOf(site.textOf(pair.page).codeBlocks, cache)
      return compareCode(pair, source, translation)
    })
  },
)

function samplesOf(blocks: readonly CodeBlock[], cache: Map<string, CodeMeaning>): Sample[] {
  return blocks.flatMap(block => {
    const language = block.own ? comparedLanguage(block.lang) : undefined
    if (!language) return []
    const key = `${language} ${block.code}`
    const meaning = cache.get(key) ?? normalizeCode(block.code, language)
    cache.set(key, meaning)
    return [{ block, meaning }]
  })
}

/** Differing samples each, samples that are missing in a row together. */
function compareCode(
  { source: { file }, page }: TranslatedPage,
  source: readonly Sample[],
  translation: readonly Sample[],
): Problem[] {
  const problems: Problem[] = []
  let lacking: Sample[] = []
  let before = startOf(page)
  const close = () => {
    if (lacking.length > 0) problems.push({ place: before, message: describeMissing(lacking, file) })
    lacking = []
  }
  for (const pair of pairSamples(source, translation)) {
    if (!pair.translation) {
      lacking.push(...(pair.source ? [pair.source] : []))
      continue
    }
    close()
    before = pair.translation.block.place
    if (!pair.source) {
      problems.push({ place: before, message: `The source (\`${file}\`) has no such code sample.` })
    } else if (pair.source.meaning.text !== pair.translation.meaning.text) {
      problems.push(describeDifference(pair.source, pair.translation, file))
    }
  }
  close()
  return problems
}

function describeMissing(samples: readonly Sample[], file: string): string {
  const lines = samples.map(({ block }) => block.place.line).join(', ')
  const [what, are] =
    samples.length === 1 ? ['A code sample', 'is'] : [`${samples.length} code samples`, 'are']
  return `${what} of the source (\`${file}\`, line ${lines}) ${are} missing after this place.`
}

/** Names the lines at which the two go apart, and stands at that of the translation. */
function describeDifference(source: Sample, translation: Sample, file: string): Problem {
  const [from, to] = [source.meaning.text, translation.meaning.text]
  let at = 0
  while (at < from.length && from[at] === to[at]) at += 1
  // Of a line that goes on in one of the two only, both are shown.
  const isInside = [source, translation].some(
    ({ meaning: { lines } }) => at > 0 && lines[at] !== undefined && lines[at] === lines[at - 1],
  )
  const there = lineAt(source, at, isInside)
  const here = lineAt(translation, at, isInside)
  const what =
    here.text === undefined
      ? `${quote(there.text)} is missing here`
      : there.text === undefined
        ? `${quote(here.text)} is not there`
        : `${quote(there.text)} there, ${quote(here.text)} here`
  return {
    place: { ...translation.block.place, line: here.line },
    message: `This code differs from the source (\`${file}:${there.line}\`) in more than comments and strings: ${what}.`,
  }
}

/** The line of a sample with this character of its meaning; behind the last one without a text, or, `inside` a line, that line. */
function lineAt({ block, meaning }: Sample, at: number, inside: boolean): { line: number; text?: string } {
  const last = meaning.lines.at(-1) ?? 0
  const shown = meaning.lines[at] ?? (inside ? last : undefined)
  // The code of a snippet stands in another file.
  const line = block.place.line + (block.snippet ? 0 : (shown ?? last) + 1)
  const text = shown === undefined ? undefined : block.code.split('\n')[shown]
  return { line, ...(text === undefined ? {} : { text }) }
}

/** A line of code for a message: short, and in marks that it does not have itself. */
function quote(line = ''): string {
  const characters = [...line.trim()]
  const shown = characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('')
  return shown.includes('`') ? `“${shown}”` : `\`${shown}\``
}
