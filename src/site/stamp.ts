import { isMap, isScalar, parseDocument, type Pair } from 'yaml'

const OPENING = /^\ufeff?---[ \t]*(\r\n|\n|\r)/
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m
const REST_OF_LINE = /^[^\r\n]*(?:\r\n|\n|\r|$)/
const KEY = 'source'
/** Words that YAML does not take for text. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/**
 * Text of a translation with the stamp of its source in the frontmatter: `source`, section id → hash. Everything else
 * stays as it is, byte for byte: line ends, comments, order. Undefined when the frontmatter is not a block of keys.
 */
export function stampText(text: string, stamp: Readonly<Record<string, string>>): string | undefined {
  const opening = OPENING.exec(text)
  const eol = opening?.[1] ?? /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const block = stampBlock(stamp, eol)
  const start = opening?.[0].length ?? 0
  const length = opening ? (CLOSING.exec(text.slice(start))?.index ?? -1) : -1
  if (length === -1) {
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}---${eol}${block}---${eol}${eol}${text.slice(mark.length)}`
  }
  const stamped = stampYaml(text.slice(start, start + length), block)
  return stamped === undefined ? undefined : text.slice(0, start) + stamped + text.slice(start + length)
}

function stampYaml(yaml: string, block: string): string | undefined {
  const { contents, errors } = parseDocument(yaml)
  if (errors.length > 0) return undefined
  if (contents === null) return yaml + block
  if (!isMap(contents) || contents.flow) return undefined
  const pair = contents.items.find(item => isScalar(item.key) && item.key.value === KEY)
  if (!pair) return yaml + block
  const [start, end] = rangeOf(pair)
  // A block of keys ends after its line break, a value on one line before it, and a comment may follow.
  const rest = /[\r\n]$/.test(yaml.slice(0, end))
    ? yaml.slice(end)
    : yaml.slice(end).replace(REST_OF_LINE, '')
  return yaml.slice(0, start) + block + rest
}

/** From the start of the key to the end of its value, without what follows it. */
function rangeOf(pair: Pair): [start: number, end: number] {
  const key = (pair.key as { range?: number[] }).range ?? []
  const value = (pair.value as { range?: number[] } | null)?.range ?? []
  const start = key[0] ?? 0
  const end = value[1] ?? key[1] ?? start
  return [start, end]
}

function stampBlock(stamp: Readonly<Record<string, string>>, eol: string): string {
  const lines = Object.entries(stamp).map(([id, hash]) => `  ${scalar(id)}: ${scalar(hash)}`)
  return lines.length > 0 ? [`${KEY}:`, ...lines, ''].join(eol) : `${KEY}: {}${eol}`
}

/** Plain where YAML reads it as text, else in double quotes: a hash of digits only is a number to YAML. */
function scalar(text: string): string {
  const isPlain = /^\(?[\p{L}\p{N}_][\p{L}\p{N}_-]*\)?$/u.test(text) && !/^[\d_]+(?:e\d+)?$/i.test(text)
  return isPlain && !RESERVED.test(text) && !/^0[xo]/i.test(text) ? text : JSON.stringify(text)
}
