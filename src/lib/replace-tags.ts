/** Elements whose content is text to browsers: they are given whole, up to the end of their end tag. */
const TEXT_ONLY = /^<(?:script|style|textarea|title)(?=[\s>])/i

/**
 * Replaces the start tags of a written document, and elements that hold nothing but text as a whole. Attributes have quotes
 * around their values, as everything has that docsgen writes. Goes through the text once.
 */
export function replaceTags(html: string, replace: (tag: string) => string): string {
  const find = createFinder(html)
  let written = ''
  let from = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const isComment = html.startsWith('<!--', at)
    if (isComment || !/[a-z]/i.test(html[at + 1] ?? '')) {
      at = isComment ? find('-->', at) + 1 : at + 1
      continue
    }
    const end = findEnd(at, find)
    const name = TEXT_ONLY.exec(html.slice(at, at + 10))?.[0]
    const last = name === undefined ? end : find('>', find(`</${name.slice(1).toLowerCase()}`, end)) + 1
    written += html.slice(from, at) + replace(html.slice(at, last))
    at = from = last
  }
  return written + html.slice(from)
}

type Find = (text: string, from: number) => number

/** Behind the `>` of a tag: one inside quotes is none. */
function findEnd(start: number, find: Find): number {
  for (let at = start; ;) {
    const end = find('>', at)
    const quote = Math.min(find('"', at), find("'", at))
    if (end < quote) return end + 1
    const mark = quote === find('"', at) ? '"' : "'"
    const closing = find(mark, quote + 1)
    if (closing === Infinity) return end + 1
    at = closing + 1
  }
}

/** Looks for a text from a place on; what was found last is not looked for again. `Infinity` where there is none. */
function createFinder(html: string): Find {
  const found = new Map<string, number>()
  return (text, from) => {
    const last = found.get(text) ?? -1
    if (last >= from) return last
    const index = html.indexOf(text, from)
    const at = index === -1 ? Infinity : index
    found.set(text, at)
    return at
  }
}

/** Replaces the values of attributes of a tag; undefined leaves one as it is. */
export function replaceValues(
  tag: string,
  replace: (name: string, value: string) => string | undefined,
): string {
  return tag.replace(/ ([a-z][a-z:-]*)="([^"]*)"/gi, (whole, name: string, value: string) => {
    const replaced = replace(name.toLowerCase(), value)
    return replaced === undefined ? whole : ` ${name}="${replaced}"`
  })
}
