/** A tag of HTML as it is written. Indices are those of the text. */
export interface Tag {
  /** Of its `<`. */
  start: number
  /** Behind its `>`. */
  end: number
  /** Lower case. */
  name: string
  /** Behind the name. */
  nameEnd: number
  attributes: TagAttribute[]
  /** `</name>`. */
  closes: boolean
  /** `<name />`: a slash at the end that is no part of a value. */
  isWhole: boolean
}

export interface TagAttribute {
  /** Lower case. */
  name: string
  /** As written, without quotes. */
  value: string
  start: number
  /** Behind it. */
  end: number
}

/** What stands in these is text to browsers, up to their end tag. */
const TEXT_ONLY = /^(?:iframe|noembed|noframes|script|style|textarea|title|xmp)$/
const SPACE = /[\t\n\f\r ]/
const LETTER = /[a-z]/i

/** The start tags of a piece of HTML, see `scanAllTags`. */
export function scanTags(html: string): Tag[] {
  return scanAllTags(html).filter(tag => !tag.closes)
}

/**
 * The tags of a piece of HTML, in order, as browsers find them: comments and text hold none. Goes through the text once;
 * a tag that does not end is none.
 */
export function scanAllTags(html: string): Tag[] {
  const tags: Tag[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4)
      if (end === -1) break
      at = end + 3
    } else if (html[at + 1] === '/' && LETTER.test(html[at + 2] ?? '')) {
      const tag = readEndTag(html, at)
      if (!tag) break
      tags.push(tag)
      at = tag.end
    } else if (LETTER.test(html[at + 1] ?? '')) {
      const tag = readTag(html, at)
      if (!tag) break
      tags.push(tag)
      at = TEXT_ONLY.test(tag.name) ? findEnd(html, tag) : tag.end
    } else {
      at += 1
    }
  }
  return tags
}

/** Without `>` from here on there is no further tag at all. */
function readEndTag(html: string, start: number): Tag | undefined {
  const last = html.indexOf('>', start)
  if (last === -1) return undefined
  const nameEnd = findNameEnd(html, start + 2)
  const name = html.slice(start + 2, nameEnd).toLowerCase()
  return { start, end: last + 1, name, nameEnd, attributes: [], closes: true, isWhole: false }
}

function findNameEnd(html: string, start: number): number {
  return skip(html, start, character => !SPACE.test(character) && character !== '/' && character !== '>')
}

function readTag(html: string, start: number): Tag | undefined {
  const nameEnd = findNameEnd(html, start + 1)
  const name = html.slice(start + 1, nameEnd).toLowerCase()
  const attributes: TagAttribute[] = []
  let at = nameEnd
  while (at < html.length) {
    const last = at
    at = skip(html, at, character => SPACE.test(character) || character === '/')
    if (html[at] === '>') {
      const isWhole = at > last && html[at - 1] === '/'
      return { start, end: at + 1, name, nameEnd, attributes, closes: false, isWhole }
    }
    const read = at < html.length ? readAttribute(html, at) : undefined
    if (!read) return undefined
    attributes.push(read)
    at = read.end
  }
  return undefined
}

/** An equals sign may begin a name, and ends it everywhere else. */
function readAttribute(html: string, start: number): TagAttribute | undefined {
  const nameEnd = skip(html, start + 1, character => !/[\t\n\f\r />=]/.test(character))
  const name = html.slice(start, nameEnd).toLowerCase()
  const sign = skip(html, nameEnd, character => SPACE.test(character))
  if (html[sign] !== '=') return { name, value: '', start, end: nameEnd }
  const from = skip(html, sign + 1, character => SPACE.test(character))
  const quote = html[from]
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, from + 1)
    return end === -1 ? undefined : { name, value: html.slice(from + 1, end), start, end: end + 1 }
  }
  const end = skip(html, from, character => !SPACE.test(character) && character !== '>')
  return { name, value: html.slice(from, end), start, end }
}

function findEnd(html: string, { name, end }: Tag): number {
  const pattern = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  pattern.lastIndex = end
  return pattern.exec(html)?.index ?? html.length
}

function skip(html: string, from: number, isSkipped: (character: string) => boolean): number {
  let at = from
  while (at < html.length && isSkipped(html[at] ?? '')) at += 1
  return at
}
