/** An entry of an object or array literal in a source text. */
export interface LiteralEntry {
  /** Undefined in arrays, and for what has no plain key, such as a spread. */
  name?: string | undefined
  start: number
  /** Where its value begins; of a shorthand `{ nav }` its name. */
  value: number
}

/** The entries of the literal whose bracket stands at `open`. */
export function entriesOf(text: string, open: number): LiteralEntry[] {
  const entries: LiteralEntry[] = []
  let index = skipSpace(text, open + 1)
  while (index < text.length && !/[)\]}]/.test(text[index] ?? '')) {
    entries.push({ start: index, ...(text[open] === '{' ? readKey(text, index) : { value: index }) })
    index = skipSpace(text, skipComma(text, skipValue(text, index)))
  }
  return entries
}

/** Where the literal stands that is written at `from`, or that the variable named there is declared as. */
export function findLiteral(text: string, from: number): number | undefined {
  const opens = (index: number) => /[[{]/.test(text[index] ?? '')
  if (opens(from)) return from
  const [name = ''] = /^[\w$]+(?!\s*[(.\w$])/.exec(text.slice(from)) ?? []
  const declared = new RegExp(`\\b(?:const|let|var)\\s+${name.replaceAll('$', '\\$')}\\b[^=;]*=\\s*`)
  const declaration = name === '' ? undefined : declared.exec(text)
  const value = declaration ? declaration.index + declaration[0].length : -1
  return value !== -1 && opens(value) ? value : undefined
}

function readKey(text: string, start: number): Pick<LiteralEntry, 'name' | 'value'> {
  const key = /(?:(['"`])(.*?)\1|([\w$]+))\s*(:?)/y
  key.lastIndex = start
  const [, , quoted, plain, colon] = key.exec(text) ?? []
  return { name: quoted ?? plain, value: colon ? skipSpace(text, key.lastIndex) : start }
}

/** From the value at `from` to the comma or the bracket that ends it. */
export function skipValue(text: string, from: number): number {
  let index = skipSpace(text, from)
  while (index < text.length && !/[,)\]}]/.test(text[index] ?? '')) {
    index = skipSpace(text, skipToken(text, index))
  }
  return index
}

function skipToken(text: string, from: number): number {
  if (/[([{]/.test(text[from] ?? '')) {
    let index = from + 1
    do index = skipComma(text, skipValue(text, index))
    while (index < text.length && !/[)\]}]/.test(text[index] ?? ''))
    return index + 1
  }
  const string = /'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*"|`(?:\\[^]|[^`\\])*`/y
  string.lastIndex = from
  return string.test(text) ? string.lastIndex : from + 1
}

function skipComma(text: string, index: number): number {
  return text[index] === ',' ? index + 1 : index
}

/** Over white space and comments. */
function skipSpace(text: string, from: number): number {
  const space = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/y
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}
