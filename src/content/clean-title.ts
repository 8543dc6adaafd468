import { type EmojiTable, replaceEmoji } from './plugins/emoji.ts'

const ENTITIES: Record<string, string> = { quot: '"', '#39': "'", '#x3A': ':', lt: '<', gt: '>' }
/** Longer titles are cut before they are cleaned: a heading is a line, not a text. */
const MAX_LENGTH = 2000
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

/** From the first `<` to the last `>` of a run that does not touch backticks or other brackets. */
function dropHtml(text: string): string {
  return text.includes('<') ? text.replace(/(^|[^><`\\])<.*>([^><`]|$)/g, '$1$2') : text
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
