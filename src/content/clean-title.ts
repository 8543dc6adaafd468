import type { Components } from './components/registry.ts'
import { scanAllTags } from '../lib/html-tags.ts'
import { knowsCustomIds, type Slugs } from '../schema/slugs.ts'
import { spansOf } from './code-spans.ts'
import { withoutComponents } from './component-title.ts'
import { isKnownName } from './plugins/element-names.ts'
import { type EmojiTable, replaceEmoji } from './plugins/emoji.ts'

const ENTITIES: Record<string, string> = { quot: '"', '#39': "'", '#x3A': ':', lt: '<', gt: '>' }
/** Longer titles are cut before they are cleaned: a heading is a line, not a text. */
const MAX_LENGTH = 2000
const TAG = /<\/?[a-z][^<>`]*>/gi
/** The language of code in a line, see `plugins/inline-code.ts`. */
const INLINE_LANGUAGE = /`\{lang=["']?[\w#+.-]{1,40}["']?\}/g
/** `{#id}` at the end of a heading, and `%{#id}%` as sites of VitePress write it whose `{{ … }}` it would disturb. */
export const CUSTOM_ID = /(?<![ \t])[ \t]*(?:\{#([^\s{}"'<>&]+)\}|%\{#([^\s{}"'<>&]+)\}%)[ \t]*$/

/**
 * The plain text of a heading's source, the way VuePress made it for its page index (B55, with the quirks of B57 and B58
 * that show in migrated sidebars). Underscores inside words are kept: nobody wants `snakecase` for `snake_case` (B56).
 */
export function cleanTitle(source: string, emoji: EmojiTable | undefined): string {
  const withoutHtml = dropHtml(source.slice(0, MAX_LENGTH).replace(INLINE_LANGUAGE, '`'))
  const text = withoutHtml.replace(
    /&(quot|#39|#x3A|lt|gt);/g,
    (entity, name: string) => ENTITIES[name] ?? entity,
  )
  return dropMarks(emoji ? replaceEmoji(text, emoji) : text).trim()
}

/**
 * Elements without content and tags that touch code; then from the first `<` to the last `>` of a run that does not touch
 * backticks or other brackets.
 */
function dropHtml(text: string): string {
  if (!text.includes('<')) return text
  const whole = keepTagText(text)
  const spans = spansOf(whole)
  let next = 0
  const kept = whole.replace(TAG, (tag, at: number) => {
    while ((spans[next]?.end ?? Infinity) <= at) next += 1
    const isCode = (spans[next]?.start ?? Infinity) < at
    const touchesCode = whole[at - 1] === '`' || whole[at + tag.length] === '`'
    return !isCode && (touchesCode || tag.endsWith('/>')) ? '' : tag
  })
  const start = kept.search(/(?<![><`\\])</)
  const end = start === -1 ? 0 : (/^[^]*>(?![><`])/.exec(kept)?.[0].length ?? 0)
  return end > start + 1 ? kept.slice(0, start) + kept.slice(end) : kept
}

/** What opens no element is no tag, as on the page itself (`plugins/tag-text.ts`): the type in `Array<string>`. */
function keepTagText(text: string): string {
  const tags = scanAllTags(text)
  const closed = new Set(tags.filter(tag => tag.closes).map(tag => tag.name))
  let kept = ''
  let at = 0
  for (const { start, name, isWhole } of tags) {
    if (isKnownName(name) || closed.has(name) || isWhole) continue
    kept += `${text.slice(at, start)}&lt;`
    at = start + 1
  }
  return kept + text.slice(at)
}

/** One link, then code, strong and emphasis, then the backslashes of all escapes, which nobody wants to read. */
function dropMarks(text: string): string {
  const plain = dropPairs(dropPairs(dropLink(text), STRONG), UNDERSCORE)
  return plain.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

/** From the first `[` to the last `]( … )`: its text. */
function dropLink(text: string): string {
  const start = text.indexOf('[')
  const end = text.lastIndexOf(')')
  const middle = end < 2 ? -1 : text.lastIndexOf('](', end - 2)
  if (start === -1 || middle < start) return text
  return text.slice(0, start) + text.slice(start + 1, middle) + text.slice(end + 1)
}

/** A mark that stands before and after a text. */
interface Mark {
  length: number
  /** Sticky. */
  opening: RegExp
  /** Empty matches, so that marks may overlap. */
  closing: RegExp
}

/** Those that are tried first are first. */
const STRONG: Mark[] = [
  { length: 1, opening: /`/y, closing: /(?<!\\)(?=`)/g },
  { length: 3, opening: /\*{3}/y, closing: /(?<!\\)(?=\*{3})/g },
  { length: 2, opening: /\*{2}/y, closing: /(?<!\\)(?=\*{2})/g },
  { length: 1, opening: /\*/y, closing: /(?<!\\)(?=\*)/g },
]
const UNDERSCORE: Mark[] = [
  { length: 1, opening: /(?<![\p{L}\p{N}])_/uy, closing: /(?<!\\)(?=_(?![\p{L}\p{N}]))/gu },
]

/** Where a mark may begin. */
const ANY_MARK = /[`*_]/

/** Takes marks away that stand around something, each with the next one of its kind. */
function dropPairs(text: string, marks: readonly Mark[]): string {
  if (!ANY_MARK.test(text)) return text
  const finders = marks.map(mark => ({ ...mark, next: closingsOf(text, mark) }))
  let result = ''
  let at = 0
  while (at < text.length) {
    const start = at + text.slice(at).search(ANY_MARK)
    if (start < at) break
    result += text.slice(at, start)
    at = start
    const pair = { length: 0, end: at + 1 }
    for (const { length, opening, next } of finders) {
      opening.lastIndex = at
      const end = opening.test(text) ? next(at + length + 1) : undefined
      if (end === undefined) continue
      Object.assign(pair, { length, end })
      break
    }
    result += text.slice(at + pair.length, pair.end)
    at = pair.end + pair.length
  }
  return result + text.slice(at)
}

/** Finds the first closing mark from a place on. Places that it is asked for only grow. */
function closingsOf(text: string, { closing }: Mark): (from: number) => number | undefined {
  const places = [...text.matchAll(closing)].map(({ index }) => index)
  let next = 0
  return from => {
    while ((places[next] ?? Infinity) < from) next += 1
    return places[next]
  }
}

const UNSEEN = /\s*<(script|style)(?=[\s>])[^]*?<\/\1>/iy

/** Where a body begins for readers: behind white space, and scripts and styles as pages of VitePress begin with them. */
export function firstSeen(body: string): number {
  UNSEEN.lastIndex = 0
  let end = 0
  while (UNSEEN.test(body)) end = UNSEEN.lastIndex
  return end + (/^\s*/.exec(body.slice(end))?.[0].length ?? 0)
}

interface TitleOptions {
  slugs: Slugs
  emoji: EmojiTable | undefined
  components?: Components
}

/**
 * Title of a page (B53, B54): from frontmatter, else `Home`, else the heading that the body starts with, else empty.
 * `{#id}` is no part of it, except where ids are those of VuePress (B71), and a title of the frontmatter is data, which
 * only VuePress took for Markdown.
 */
export function pageTitle(
  frontmatter: { title?: string | undefined; home?: boolean | undefined },
  body: string,
  { slugs, emoji, components = new Map() }: TitleOptions,
): string {
  if (frontmatter.title)
    return knowsCustomIds(slugs) ? frontmatter.title.trim() : cleanTitle(frontmatter.title, emoji)
  if (frontmatter.home) return 'Home'
  const written = /^#+\s+(.*)/.exec(body.slice(firstSeen(body)))?.[1] ?? ''
  const heading = withoutComponents(written, components)
  return cleanTitle(knowsCustomIds(slugs) ? heading.replace(CUSTOM_ID, '') : heading, emoji)
}
