import type { CodeBlock } from '../../schema/page.ts'
import { align } from '../../site/translations.ts'
import { listPairs, type TranslatedPage } from './parity.ts'
import { defineRule, type Problem, shorten, startOf } from './rule.ts'

export const code = defineRule(
  'parity/code',
  'warning',
  'Code of a translation differs from the source in more than comments and strings.',
  site => {
    const known = new Map<string, CodeMeaning>()
    const samplesOf = (blocks: readonly CodeBlock[]): Sample[] =>
      blocks.flatMap(block => {
        const language = block.own ? FAMILIES.find(one => LANGUAGES[one].names.test(block.lang)) : undefined
        if (!language) return []
        const key = `${language} ${block.code}`
        const meaning = known.get(key) ?? normalizeCode(block.code, language)
        known.set(key, meaning)
        return [{ block, meaning }]
      })
    return listPairs(site).flatMap(pair => {
      const [source, page] = [pair.source, pair.page].map(one => samplesOf(site.textOf(one).codeBlocks))
      return compareCode(pair, pairSamples(source ?? [], page ?? []))
    })
  },
)

interface Sample {
  block: CodeBlock
  meaning: CodeMeaning
}

/** A sample of the source beside the same one in the translation, perhaps changed. */
type SamplePair = readonly [source: Sample | undefined, translation: Sample | undefined]

function compareCode({ source: { file }, page }: TranslatedPage, pairs: readonly SamplePair[]): Problem[] {
  const problems: Problem[] = []
  let missing: number[] = []
  let before = startOf(page)
  const reportMissing = () => {
    const [what, are] =
      missing.length === 1 ? ['A code sample', 'is'] : [`${missing.length} code samples`, 'are']
    const message = `${what} of the source (\`${file}\`, line ${missing.join(', ')}) ${are} missing after this place.`
    if (missing.length > 0) problems.push({ place: before, message })
    missing = []
  }
  for (const [source, translation] of pairs) {
    if (!translation) {
      if (source) missing.push(source.block.place.line)
      continue
    }
    reportMissing()
    before = translation.block.place
    if (!source)
      problems.push({ place: before, message: `The source (\`${file}\`) has no such code sample.` })
    else if (!isEqual(source, translation)) problems.push(describeDifference(source, translation, file))
  }
  reportMissing()
  return problems
}

function isEqual(a: Sample, b: Sample): boolean {
  return a.meaning.text === b.meaning.text
}

/** Names the lines at which the two differ first, at the location of that in the translation. */
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

/** The line of a sample with this character of its meaning; after the last one without a text, or, `inside` a line, that line. */
function lineAt({ block, meaning }: Sample, at: number, inside: boolean) {
  const last = meaning.lines.at(-1) ?? 0
  const shown = meaning.lines[at] ?? (inside ? last : undefined)
  // The code of a snippet is in another file.
  const line = block.place.line + (block.snippet ? 0 : (shown ?? last) + 1)
  return { line, text: shown === undefined ? undefined : block.code.split('\n')[shown] }
}

/** A line of code for a message: short, and in marks that it does not have itself. */
function quote(line = ''): string {
  const shown = shorten(line.trim())
  return shown.includes('`') ? `“${shown}”` : `\`${shown}\``
}

/** Equal samples outweigh any number of similar ones between them. */
const EQUAL = 1000
/** Samples that share less have nothing to do with each other. */
const SIMILAR = 0.4

/**
 * Pairs samples by what they say: equal ones, in whatever order, then similar ones in order. As many samples of either side that
 * are alone between the same two pairs are the same samples, rewritten.
 */
function pairSamples(source: readonly Sample[], translation: readonly Sample[]): SamplePair[] {
  const words = new Map([...source, ...translation].map(sample => [sample, countWords(sample)]))
  const score = (i: number, j: number) => {
    const [left, right] = [source[i], translation[j]]
    if (!left || !right) return 0
    if (isEqual(left, right)) return EQUAL
    const share = sharedWords(words.get(left), words.get(right))
    return share < SIMILAR ? 0 : share
  }
  let pairs = align({ left: source.length, right: translation.length }, score).map(
    ({ left = -1, right = -1 }): SamplePair => [source[left], translation[right]],
  )
  // Equal samples in another order are no difference.
  for (const alone of pairs) {
    const [from, to] = alone
    const moved = from && !to && pairs.find(([left, right]) => !left && right && isEqual(from, right))
    if (moved)
      pairs = pairs.flatMap(pair => (pair === alone ? [] : [pair === moved ? [from, pair[1]] : pair]))
  }
  let gap: SamplePair[] = []
  const closeGap = () => {
    const left = gap.flatMap(([one]) => one ?? [])
    const right = gap.flatMap(([, other]) => other ?? [])
    const closed = left.length === right.length ? left.map((one, i): SamplePair => [one, right[i]]) : gap
    gap = []
    return closed
  }
  const joined = pairs.flatMap(pair => {
    if (pair[0] && pair[1]) return [...closeGap(), pair]
    gap.push(pair)
    return []
  })
  return [...joined, ...closeGap()]
}

type Counts = ReadonlyMap<string, number>

function countWords({ block }: Sample): Counts {
  const words = new Map<string, number>()
  for (const [word] of block.code.matchAll(/[\p{L}\p{N}_$]+/gu)) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

function sharedWords(a: Counts = new Map(), b: Counts = new Map()): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const all = [...a.values(), ...b.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

/** Languages whose samples every translation shares; Markdown, YAML and plain text are legitimately translated. */
const LANGUAGES = {
  js: { names: /^(?:js|javascript|mjs|cjs|jsx|ts|typescript|tsx|mts)$/i, strip: stripScript },
  vue: { names: /^vue$/i, strip: stripVue },
  json: { names: /^json[5c]?$/i, strip: stripJson },
  sh: { names: /^(?:sh|bash|shell|zsh)$/i, strip: stripShell },
}
type CodeLanguage = keyof typeof LANGUAGES

const FAMILIES = Object.keys(LANGUAGES) as CodeLanguage[]

interface CodeMeaning {
  text: string
  /** By character of `text`: line of the code, from 0. */
  lines: readonly number[]
}

/** Code without comments, texts of strings, words that are not ASCII, white space, semicolons and trailing commas. Never fails. */
export function normalizeCode(code: string, language: CodeLanguage): CodeMeaning {
  const text: string[] = []
  const lines: number[] = []
  for (const [line, content] of LANGUAGES[language].strip(code).split('\n').entries()) {
    for (const character of content.replace(/[^\0-\x7f]|[\s;]/g, '')) {
      if (')]}'.includes(character) && text.at(-1) === ',') {
        text.pop()
        lines.pop()
      }
      text.push(character)
      lines.push(line)
    }
  }
  return { text: text.join(''), lines }
}

/** A text for a part of the code, with as many lines, so that what follows keeps its own. */
function replacePart(part: string, text: string): string {
  return text + part.replace(/[^\n]/g, '')
}

/** Comments and strings of JavaScript and TypeScript; a template's `${…}` counts as part of its text. */
function stripScript(code: string): string {
  const parts =
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g
  return code.replace(parts, part => replacePart(part, part.startsWith('/') ? '' : '""'))
}

/** Keys are structure and stay, values that are strings are text. */
function stripJson(code: string): string {
  return code.replace(
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\.|[^"\\\n])*"?)(\s*:)?/g,
    (part: string, text?: string, colon?: string) =>
      text === undefined ? replacePart(part, '') : colon === undefined ? '""' : part,
  )
}

/** What a backslash stands before is no mark. */
function stripShell(code: string): string {
  return code.replace(/\\.|(^|\s)#.*|"(?:\\.|[^"\\])*"|'[^']*'/g, part =>
    part.startsWith('\\') ? part : replacePart(part, /^\s*#/.test(part) ? ' ' : '""'),
  )
}

/** Script blocks as script; of a template the tags and the expressions in braces, not words and attributes that people read. */
function stripVue(code: string): string {
  return code
    .replace(/<!--[\s\S]*?(?:-->|$)/g, part => replacePart(part, ''))
    .split(/(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/)
    .map(part => (/^<(?:script|style)\b/.test(part) ? stripScript(part) : stripTemplate(part)))
    .join('')
}

function stripTemplate(markup: string): string {
  return markup
    .replace(
      /(\s(?:title|alt|placeholder|label|aria-label)=)("[^"]*"|'[^']*')/g,
      (_part, name: string, value: string) => name + replacePart(value, '""'),
    )
    .replace(
      />([^<]*)(?=<|$)/g,
      (_part, text: string) => '>' + (text.match(/\{\{[^{}]*(?:[{}](?![{}])[^{}]*)*\}\}|\n/g) ?? []).join(''),
    )
}
