/** An address in a style sheet. */
export interface CssAddress {
  url: string
  /** Where it begins in the text. */
  index: number
  /** A style sheet that is imported, a font, or anything else, which is a picture. */
  kind: 'style' | 'font' | 'image'
}

/** Comments, texts, addresses, and what tells where an address stands. */
const PARTS =
  /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]*))|"((?:[^"\\\n]|\\[^])*)"?|'((?:[^'\\\n]|\\[^])*)'?|@(import|font-face)\b|[;{}]/gi

/** The addresses that a style sheet names, in order. */
export function cssAddresses(css: string): CssAddress[] {
  const found: CssAddress[] = []
  const state = { rule: '', depth: 0 }
  for (const match of css.matchAll(PARTS)) {
    const [whole, double, single, bare, text, quoted, rule] = match
    const isImport = state.rule === 'import'
    const url = double ?? single ?? bare ?? (isImport ? (text ?? quoted) : undefined)
    if (rule) Object.assign(state, { rule: rule.toLowerCase(), depth: 0 })
    else if (whole === '{') state.depth += 1
    else if (whole === '}') state.depth -= 1
    if ((whole === ';' && state.depth === 0) || (whole === '}' && state.depth <= 0)) state.rule = ''
    if (!url) continue
    const kind = isImport ? 'style' : state.rule === 'font-face' ? 'font' : 'image'
    found.push({ url, index: match.index + whole.indexOf(url), kind })
  }
  return found
}
