import type { CodeBlock } from '../../schema/page.ts'
import { align } from '../../shared/align.ts'
import { listPairs, type TranslatedPage } from './parity.ts'
import { defineRule, type Problem, shorten, startOf } from './rule.ts'

/** Code samples that are not those of the source; comments and strings may differ. */
export const code = defineRule(
  'parity/code',
  'warning',
  'Code of a translation differs from the source in more than comments and strings.',
  site => {
    const cache = new Map<string, CodeMeaning>()
    return listPairs(site).flatMap(pair => {
      const source = samplesOf(site.textOf(pair.source).codeBlocks, cache)
      const translation = samplesOf(site.textOf(pair.page).codeBlocks, cache)
      return compareCode(pair, pairSamples(source, translation))
    })
  },
)

/** A code sample that is compared. */
interface Sample {
  block: CodeBlock
  meaning: CodeMeaning
}

/** A sample of the source beside the same one in the translation, perhaps changed. */
type SamplePair = readonly [source: Sample | undefined, translation: Sample | undefined]

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
function compareCode({ source: { file }, page }: TranslatedPage, pairs: readonly SamplePair[]): Problem[] {
  const problems: Problem[] = []
  let missing: number[] = []
  let before = startOf(page)
  const close = () => {
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
    close()
    before = translation.block.place
    if (!source)
      problems.push({ place: before, message: `The source (\`${file}\`) has no such code sample.` })
    else if (!isEqual(source, translation)) problems.push(describeDifference(source, translation, file))
  }
  close()
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
function lineAt({ block, meaning }: Sample, at: number, inside: boolean): { line: number; text?: string } {
  const last = meaning.lines.at(-1) ?? 0
  const shown = meaning.lines[at] ?? (inside ? last : undefined)
  // The code of a snippet is in another file.
  const line = block.place.line + (block.snippet ? 0 : (shown ?? last) + 1)
  const text = shown === undefined ? undefined : block.code.split('\n')[shown]
  return { line, ...(text === undefined ? {} : { text }) }
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
  const words = new Map([...source, ...translation].map(sample => [sample, wordsOf(sample)]))
  const none = new Map<string, number>()
  const score = (i: number, j: number) => {
    const [left, right] = [source[i], translation[j]]
    if (!left || !right) return 0
    if (isEqual(left, right)) return EQUAL
    const share = sharedWords(words.get(left) ?? none, words.get(right) ?? none)
    return share < SIMILAR ? 0 : share
  }
  let pairs = align({ left: source.length, right: translation.length }, score).map(
    ({ left, right }): SamplePair => [
      left === undefined ? undefined : source[left],
      right === undefined ? undefined : translation[right],
    ],
  )
  // Equal samples in another order are no difference.
  for (const alone of pairs) {
    const [from, to] = alone
    if (!from || to) continue
    const moved = pairs.find(([left, right]) => !left && right && isEqual(from, right))
    if (moved)
      pairs = pairs.flatMap(pair => (pair === alone ? [] : [pair === moved ? [from, pair[1]] : pair]))
  }
  return joinRewritten(pairs)
}

function joinRewritten(pairs: readonly SamplePair[]): SamplePair[] {
  const joined: SamplePair[] = []
  let gap: SamplePair[] = []
  const close = () => {
    const left = gap.flatMap(([source]) => source ?? [])
    const right = gap.flatMap(([, translation]) => translation ?? [])
    const isRewritten = left.length === right.length
    joined.push(...(isRewritten ? left.map((source, index): SamplePair => [source, right[index]]) : gap))
    gap = []
  }
  for (const pair of pairs) {
    if (!pair[0] || !pair[1]) gap.push(pair)
    else {
      close()
      joined.push(pair)
    }
  }
  close()
  return joined
}

/** Names and numbers, with how often they occur. */
function wordsOf({ block }: Sample): Map<string, number> {
  const words = new Map<string, number>()
  for (const word of block.code.match(/[\p{L}\p{N}_$]+/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Share of words that both have: 0 to 1. */
function sharedWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  for (const [word, count] of a) shared += Math.min(count, b.get(word) ?? 0)
  const all = [...a.values(), ...b.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (2 * shared) / all
}

type CodeLanguage = 'js' | 'vue' | 'json' | 'sh'

/** Languages whose samples every translation shares; Markdown, YAML and plain text are legitimately translated. */
const LANGUAGES: Record<CodeLanguage, RegExp> = {
  js: /^(?:js|javascript|mjs|cjs|jsx|ts|typescript|tsx|mts)$/i,
  vue: /^vue$/i,
  json: /^json[5c]?$/i,
  sh: /^(?:sh|bash|shell|zsh)$/i,
}

/** The family of a fence's language; undefined for languages that are not compared. */
function comparedLanguage(lang: string): CodeLanguage | undefined {
  return (['js', 'vue', 'json', 'sh'] as const).find(family => LANGUAGES[family].test(lang))
}

/** What code means for the comparison, and where each character of it stands. */
interface CodeMeaning {
  text: string
  /** By character of `text`: line of the code, from 0. */
  lines: readonly number[]
}

/**
 * What code means for the comparison: without comments, texts of strings, words that are not ASCII, white space,
 * semicolons and trailing commas. Object keys of JSON stay. Never fails: code that is no code is compared as text.
 */
export function normalizeCode(code: string, language: CodeLanguage): CodeMeaning {
  const text: string[] = []
  const lines: number[] = []
  for (const [line, content] of STRIP[language](code).split('\n').entries()) {
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

const STRIP: Record<CodeLanguage, (code: string) => string> = {
  js: stripScript,
  vue: stripVue,
  json: stripJson,
  sh: stripShell,
}

/** Takes the place of a part of the code: as many lines, so that what follows keeps its own. */
function inPlaceOf(part: string, text: string): string {
  return text + part.replace(/[^\n]/g, '')
}

/** Comments and strings of JavaScript and TypeScript; a template's `${…}` counts as part of its text. */
const SCRIPT =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?/g

function stripScript(code: string): string {
  return code.replace(SCRIPT, part => inPlaceOf(part, part.startsWith('/') ? '' : '""'))
}

/** Keys are structure and stay, values that are strings are text. */
function stripJson(code: string): string {
  return code.replace(
    /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|("(?:\\.|[^"\\\n])*"?)(\s*:)?/g,
    (part: string, text?: string, colon?: string) => {
      if (text === undefined) return inPlaceOf(part, '')
      return colon === undefined ? '""' : part
    },
  )
}

/** What a backslash stands before is no mark. */
function stripShell(code: string): string {
  return code.replace(/\\.|(^|\s)#.*|"(?:\\.|[^"\\])*"|'[^']*'/g, part => {
    if (part.startsWith('\\')) return part
    return inPlaceOf(part, /^\s*#/.test(part) ? ' ' : '""')
  })
}

/** Script blocks as script; of a template the tags and the expressions in braces, not the words between them. */
function stripVue(code: string): string {
  return code
    .replace(/<!--[\s\S]*?(?:-->|$)/g, part => inPlaceOf(part, ''))
    .split(/(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/)
    .map(part => (/^<(?:script|style)\b/.test(part) ? stripScript(part) : stripTemplate(part)))
    .join('')
}

/** Attributes whose value is read by people. */
const TEXT_ATTRIBUTE = /(\s(?:title|alt|placeholder|label|aria-label)=)("[^"]*"|'[^']*')/g

function stripTemplate(markup: string): string {
  return markup
    .replace(TEXT_ATTRIBUTE, (_part, name: string, value: string) => name + inPlaceOf(value, '""'))
    .replace(
      />([^<]*)(?=<|$)/g,
      (_part, text: string) => '>' + (text.match(/\{\{[^{}]*(?:[{}](?![{}])[^{}]*)*\}\}|\n/g) ?? []).join(''),
    )
}
