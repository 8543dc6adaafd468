import type { Element, ElementContent, Properties } from 'hast'

export function element(tagName: string, properties: Properties, children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children }
}

export function text(value: string): ElementContent {
  return { type: 'text', value }
}

/** Positions in the text; ends are exclusive. */
export interface Tag {
  start: number
  end: number
  /** The name as written; `name` is in lower case. */
  written: string
  name: string
  nameEnd: number
  attributes: TagAttribute[]
  /** `</name>`. */
  closes: boolean
  /** `<name />`, where the slash isn't part of a value. */
  isWhole: boolean
}

/** The name is in lower case, the value as written, without quotes. */
type TagAttribute = { name: string; value: string; start: number; end: number }

/** A comment, or the beginning of a tag. */
const BEGIN = /<!--(?:[^]*?-->|[^]*)|<(\/?)([a-z][^\t\n\f\r />]*)/gi
/** An equals sign may begin a name, and ends it everywhere else. An open quote goes on to the end of the text. */
const ATTRIBUTE =
  /[\t\n\f\r /]*([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)("|$)|'([^']*)('|$)|([^\t\n\f\r >]*)))?/y
/** Browsers take the content of these for text, up to their end tag. */
const TEXT_ONLY = /^(?:iframe|noembed|noframes|script|style|textarea|title|xmp)$/

export function scanTags(html: string) {
  return scanAllTags(html).filter(tag => !tag.closes)
}

/** Finds tags as browsers do: not in comments and text, and only those that end. */
export function scanAllTags(html: string) {
  const tags: Tag[] = []
  for (let at = 0; ;) {
    BEGIN.lastIndex = at
    const begin = BEGIN.exec(html)
    if (!begin) return tags
    const [whole, slash, written] = begin
    const start = begin.index
    at = start + whole.length
    if (!written) continue
    const nameEnd = at
    const name = written.toLowerCase()
    const attributes: TagAttribute[] = []
    const end = slash ? at : readAttributes(html, at, attributes)
    const last = end === undefined ? -1 : html.indexOf('>', end)
    if (end === undefined || last === -1) return tags
    const isWhole = !slash && last > end && html[last - 1] === '/'
    at = last + 1
    tags.push({ start, end: at, written, name, nameEnd, attributes, closes: slash === '/', isWhole })
    if (slash || !TEXT_ONLY.test(name)) continue
    const close = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
    close.lastIndex = at
    at = close.exec(html)?.index ?? html.length
  }
}

function readAttributes(html: string, start: number, attributes: TagAttribute[]) {
  ATTRIBUTE.lastIndex = start
  for (let end = start; ; end = ATTRIBUTE.lastIndex) {
    const found = ATTRIBUTE.exec(html)
    if (!found) return end
    const [whole, name = '', double, doubleEnd, single, singleEnd, bare = ''] = found
    if (doubleEnd === '' || singleEnd === '') return undefined
    attributes.push({
      name: name.toLowerCase(),
      value: double ?? single ?? bare,
      start: found.index + whole.search(/[^\t\n\f\r /]/),
      end: ATTRIBUTE.lastIndex,
    })
  }
}

/** Replaces start tags, and elements such as `<script>` as a whole. */
export function replaceTags(html: string, replace: (tag: string) => string) {
  let written = ''
  let at = 0
  const tags = scanAllTags(html)
  for (const [index, { start, end, name, closes }] of tags.entries()) {
    if (closes) continue
    const last = TEXT_ONLY.test(name) ? (tags[index + 1]?.end ?? html.length) : end
    written += html.slice(at, start) + replace(html.slice(start, last))
    at = last
  }
  return written + html.slice(at)
}

/** Replaces values in double quotes, unless `replace` returns undefined. */
export function replaceValues(tag: string, replace: (name: string, value: string) => string | undefined) {
  return tag.replace(/ ([a-z][a-z:-]*)="([^"]*)"/gi, (whole, name: string, value: string) => {
    const replaced = replace(name.toLowerCase(), value)
    return replaced === undefined ? whole : ` ${name}="${replaced}"`
  })
}

/** Comments, texts, addresses, and what tells an address's kind. */
const CSS_PARTS =
  /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]*))|"((?:[^"\\\n]|\\[^])*)"?|'((?:[^'\\\n]|\\[^])*)'?|@(import|font-face)\b|[;{}]/gi

export function cssAddresses(css: string) {
  const found: { url: string; index: number; kind: 'style' | 'font' | 'image' }[] = []
  let current = ''
  let depth = 0
  for (const match of css.matchAll(CSS_PARTS)) {
    const [whole, double, single, bare, string, quoted, rule] = match
    const isImport = current === 'import'
    const url = double ?? single ?? bare ?? (isImport ? (string ?? quoted) : undefined)
    if (rule) [current, depth] = [rule.toLowerCase(), 0]
    else if (whole === '{') depth += 1
    else if (whole === '}') depth -= 1
    if ((whole === ';' && depth === 0) || (whole === '}' && depth <= 0)) current = ''
    if (!url) continue
    const kind = isImport ? 'style' : current === 'font-face' ? 'font' : 'image'
    found.push({ url, index: match.index + whole.indexOf(url), kind })
  }
  return found
}
