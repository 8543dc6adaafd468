import type { Finding } from '../schema/finding.ts'

/** A file's text in its two parts. `bodyLine` is the 1-based line of the file at which the body starts. */
export interface SplitText {
  frontmatter: { text: string; line: number } | undefined
  body: string
  bodyLine: number
  /** Absent when the parts could be told apart. */
  problem?: Omit<Finding, 'place'>
}

const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m

/** Splits off YAML frontmatter. Only `---` fences are known; a language after them is never evaluated (quality 1.7). */
export function splitFrontmatter(text: string): SplitText {
  const first = /^---(?!-)[ \t]*(.*)(?:\n|$)/.exec(text)
  if (!first) return { frontmatter: undefined, body: text, bodyLine: 1 }
  const word = (first[1] ?? '').trim()
  if (word !== '') return broken(openingProblem(word))
  const start = first[0].length
  const closing = CLOSING.exec(text.slice(start))
  if (!closing) return broken(UNCLOSED)
  const yaml = text.slice(start, start + closing.index)
  const body = text.slice(start + closing.index + closing[0].length + 1)
  return { frontmatter: { text: yaml, line: 2 }, body, bodyLine: 2 + yaml.split('\n').length }
}

function broken(problem: Omit<Finding, 'place'>): SplitText {
  return { frontmatter: undefined, body: '', bodyLine: 1, problem }
}

const UNCLOSED: Omit<Finding, 'place'> = {
  rule: 'frontmatter/unclosed',
  severity: 'error',
  message: 'The frontmatter that starts with `---` has no closing `---`.',
  hint: 'Add a line `---` after it; for a horizontal line as the first thing on a page write `***`.',
}

function openingProblem(word: string): Omit<Finding, 'place'> {
  if (/^[a-z]+$/i.test(word)) {
    return {
      rule: 'frontmatter/language',
      severity: 'error',
      message: `Frontmatter in \`${word}\` is not read; only YAML between \`---\` lines is.`,
      hint: 'Write the frontmatter as YAML, which includes JSON.',
    }
  }
  return {
    rule: 'frontmatter/not-a-mapping',
    severity: 'error',
    message: 'Frontmatter must be keys with values between two `---` lines.',
  }
}
