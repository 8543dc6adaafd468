/** An attribute as written; a bare name is `true`. */
export interface Attribute {
  name: string
  value: string | true
  /** Index of its first character in the text that it was read from. */
  at: number
}

const ATTRIBUTE = /[ \t]*([^\s="'{}]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+)))?/y

/**
 * Reads `{a="1" b=2 c}` from an index; undefined where there is no such thing. Values in double or single quotes are as
 * written.
 */
export function readAttributes(
  text: string,
  from: number,
): { attributes: Attribute[]; end: number } | undefined {
  if (text[from] !== '{') return undefined
  const attributes: Attribute[] = []
  let at = from + 1
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const [whole, name, double, single, bare] = ATTRIBUTE.exec(text) ?? []
    if (whole === undefined || name === undefined) break
    const start = at + whole.length - whole.trimStart().length
    attributes.push({ name, value: double ?? single ?? bare ?? true, at: start })
    at += whole.length
  }
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return text[at] === '}' ? { attributes, end: at + 1 } : undefined
}

/** Reads `[label]` from an index, with balanced brackets in it; undefined where there is no such thing. */
export function readLabel(text: string, from: number): { label: string; end: number } | undefined {
  if (text[from] !== '[') return undefined
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '[') depth += 1
    else if (text[at] === ']') depth -= 1
    if (depth === 0) return { label: plain(text.slice(from + 1, at)), end: at + 1 }
  }
  return undefined
}

/** What stands behind the name of a directive that takes a line: `[label]{attributes}`, or a label without brackets. */
interface AfterName {
  label?: string
  attributes: Attribute[]
}

/** Reads that; indices are those of `text`, from `from` on. Undefined for what is neither. */
export function readAfterName(text: string, from: number): AfterName | undefined {
  const start = from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0)
  const bracketed = readLabel(text, start)
  const open = bracketed ? bracketed.end : findBrace(text, start)
  const label = bracketed?.label ?? plain(text.slice(start, open).trim())
  const gap = /^[ \t]*/.exec(text.slice(open))?.[0].length ?? 0
  const read = readAttributes(text, open + gap)
  const end = read?.end ?? open
  if (text.slice(end).trim() !== '') return undefined
  return { ...(label === '' ? {} : { label }), attributes: read?.attributes ?? [] }
}

/** Where the attributes at the end of a line begin; its length without any. */
function findBrace(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    const read = readAttributes(text, at)
    if (read && text.slice(read.end).trim() === '') return at
  }
  return text.length
}

function plain(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
