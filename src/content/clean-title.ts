import { scanAllTags } from '../lib/html-tags.ts'
import { isKnownName } from './plugins/element-names.ts'
import { type EmojiTable, replaceEmoji } from './plugins/emoji.ts'

const ENTITIES: Record<string, string> = { quot: '"', '#39': "'", '#x3A': ':', lt: '<', gt: '>' }
/** Longer titles are cut before they are cleaned: a heading is a line, not a text. */
const MAX_LENGTH = 2000
/** A code span, group 1 being its backticks, or a tag. */
const CODE_OR_TAG = /(`+)(?!`).*?[^`]\1(?!`)|<\/?[a-z][^<>`]*>/gi
/** `{#id}` at the end of a heading. */
export const CUSTOM_ID = /(?<![ \t])[ \t]*\{#([^\s{}"'<>&]+)\}[ \t]*$/

/**
 * The plain text of a heading's source, the way VuePress made it for its page index (B55, with the quirks of B57 and B58
 * that show in migrated sidebars). Underscores inside words are kept: nobody wants `snakecase` for `snake_case` (B56).
 */
export function cleanTitle(source: string, emoji: EmojiTable | undefined): string {
  const withoutHtml = dropHtml(source.slice(0, MAX_LENGTH))
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
  return keepTagText(text)
    .replace(CODE_OR_TAG, (part, ticks: string | undefined, at: number, whole: string) => {
      const touchesCode = whole[at - 1] === '`' || whole[at + part.length] === '`'
      return ticks === undefined && (touchesCode || part.endsWith('/>')) ? '' : part
    })
    .replace(/(^|[^><`\\])<.*>([^><`]|$)/g, '$1$2')
}

/** What opens no element is no tag, as on the page itself (`plugins/tag-text.ts`): the type in `Array<string>`. */
function keepTagText(text: string): string {
  const tags = scanAllTags(text)
  const closed = new Set(tags.filter(tag => tag.closes).map(tag => tag.name))
  let kept = ''
  let at = 0
  for (const { start, end, name } of tags) {
    if (isKnownName(name) || closed.has(name) || text.startsWith('/>', end - 2)) continue
    kept += `${text.slice(at, start)}&lt;`
    at = start + 1
  }
  return kept + text.slice(at)
}

/** One link, then code, strong and emphasis, then the backslashes of all escapes, which nobody wants to read. */
function dropMarks(text: string): string {
  return text
    .replace(/\[(.*)\]\(.*\)/, '$1')
    .replace(/(`|\*{1,3})(.*?[^\\])\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])_(.*?[^\\])_(?![\p{L}\p{N}])/gu, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
}

interface TitleOptions {
  slugs: 'github' | 'vuepress'
  emoji: EmojiTable | undefined
}

/**
 * Title of a page (B53, B54): from frontmatter, else `Home`, else the heading that the body starts with, else empty.
 * `{#id}` is no part of it, except where ids are those of VuePress (B71), and a title of the frontmatter is data, which
 * only VuePress took for Markdown.
 */
export function pageTitle(
  frontmatter: { title?: string | undefined; home?: boolean | undefined },
  body: string,
  { slugs, emoji }: TitleOptions,
): string {
  if (frontmatter.title)
    return slugs === 'github' ? frontmatter.title.trim() : cleanTitle(frontmatter.title, emoji)
  if (frontmatter.home) return 'Home'
  const heading = /^#+\s+(.*)/.exec(body.trimStart())?.[1] ?? ''
  return cleanTitle(slugs === 'github' ? heading.replace(CUSTOM_ID, '') : heading, emoji)
}
