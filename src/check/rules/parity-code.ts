import type { CodeBlock } from '../../schema/page.ts'
import { align } from '../../shared/align.ts'
import { listPairs, type TranslatedPage } from './parity.ts'
import { defineRule, type Problem, startOf } from './rule.ts'

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

/** A code sample that is compared. */
export interface Sample {
  block: CodeBlock
  meaning: CodeMeaning
}

/** A sample of the source beside that of the translation that is the same, or the same one changed. */
export interface SamplePair {
  source?: Sample
  translation?: Sample
}

/** Equal samples outweigh any number of similar ones between them. */
const EQUAL = 1000
/** Samples that share less have nothing to do with each other. */
const SIMILAR = 0.4

/**
 * Pairs samples by what they say: equal ones, wherever they stand, then similar ones in order. What stands alone between
 * two pairs on either side is the same sample rewritten.
 */
function pairSamples(source: readonly Sample[], translation: readonly Sample[]): SamplePair[] {
  const words = new Map([...source, ...translation].map(sample => [sample, wordsOf(sample)]))
  const none = new Map<string, number>()
  const score = (i: number, j: number) => {
    const [left, right] = [source[i], translation[j]]
    if (!left || !right) return 0
    if (left.meaning.text === right.meaning.text) return EQUAL
    const share = sharedWords(words.get(left) ?? none, words.get(right) ?? none)
    return share < SIMILAR ? 0 : share
  }
  const aligned = align({ left: source.length, right: translation.length }, score)
  const pairs = aligned.map(({ left, right }): SamplePair => {
    const [from, to] = [
      left === undefined ? left : source[left],
      right === undefined ? right : translation[right],
    ]
    return { ...(from ? { source: from } : {}), ...(to ? { translation: to } : {}) }
  })
  return joinRewritten(joinMoved(pairs))
}

/** Names, numbers and signs, with how often they stand there. */
function wordsOf({ block }: Sample): Map<string, number> {
  const words = new Map<string, number>()
  for (const word of block.code.match(/[\p{L}\p{N}_$]+/gu) ?? []) words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

/** Share of words that both have: 0 to 1. */
function sharedWords(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0
  let all = 0
  for (const [word, count] of a) {
    shared += Math.min(count, b.get(word) ?? 0)
    all += count
  }
  for (const count of b.values()) all += count
  return all === 0 ? 0 : (2 * shared) / all
}

/** Equal samples that stand in another order are no difference. */
function joinMoved(pairs: readonly SamplePair[]): SamplePair[] {
  const joined = [...pairs]
  for (const { source, translation } of pairs) {
    if (!source || translation) continue
    const other = joined.findIndex(
      pair => !pair.source && pair.translation?.meaning.text === source.meaning.text,
    )
    if (other === -1) continue
    joined.splice(other, 1, { source, ...joined[other] })
    joined.splice(
      joined.findIndex(pair => pair.source === source && !pair.translation),
      1,
    )
  }
  return joined
}

/** As many samples of either side that stand alone between the same two pairs are pairs, in order. */
function joinRewritten(pairs: readonly SamplePair[]): SamplePair[] {
  const joined: SamplePair[] = []
  let gap: SamplePair[] = []
  const close = () => {
    const left = gap.flatMap(({ source }) => source ?? [])
    const right = gap.flatMap(({ translation }) => translation ?? [])
    if (left.length === right.length) {
      for (const [index, source] of left.entries()) {
        const translation = right[index]
        joined.push({ source, ...(translation ? { translation } : {}) })
      }
    } else joined.push(...gap)
    gap = []
  }
  for (const pair of pairs) {
    if (pair.source && pair.translation) {
      close()
      joined.push(pair)
    } else gap.push(pair)
  }
  close()
  return joined
}

/** Languages whose samples every translation shares; Markdown, YAML and plain text are legitimately translated. */
const LANGUAGES: Record<string, CodeLanguage> = {
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'js',
  typescript: 'js',
  tsx: 'js',
  mts: 'js',
  vue: 'vue',
  json: 'json',
  json5: 'json',
  jsonc: 'json',
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  zsh: 'sh',
}

export type CodeLanguage = 'js' | 'vue' | 'json' | 'sh'

/** The family of a fence's language; undefined for languages that are not compared. */
export function comparedLanguage(lang: string): CodeLanguage | undefined {
  return LANGUAGES[lang.toLowerCase()]
}

/** What code means for the comparison, and where each character of it stands. */
export interface CodeMeaning {
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
  for (const [line, content] of strip(code, language).split('\n').entries()) {
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

function strip(code: string, language: CodeLanguage): string {
  if (language === 'sh') return stripShell(code)
  if (language === 'json') return stripJson(code)
  return language === 'vue' ? stripVue(code) : stripScript(code)
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
