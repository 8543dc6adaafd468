import { escapeText } from '../../shared/escape.ts'

/** Colours of terminals by number, as the classes of tokens that have such a colour in light and dark. */
const COLORS = ['', 'deleted', 'inserted', 'attr-name', 'function', 'keyword', 'class-name', '']
const GREY = 'punctuation'
/** Escape sequences: those that set colours (group 1), and all others. `␛` is the escape character made visible. */
const SEQUENCE = new RegExp(
  String.raw`[\u001b\u241b](?:\[([\d;:]{0,64})m|\[[\d;:?]{0,64}[A-Za-z]|\][^\u0007\u001b\u241b\n]{0,512}\u0007?|[()][0-9A-Z])`,
  'g',
)

/** How text is shown from one sequence to the next. */
interface Look {
  color: string
  bold: boolean
  italic: boolean
  /** Elements that need no class: underlined, struck out, with a background or inverted. */
  underline: boolean
  strike: boolean
  marked: boolean
}

const PLAIN: Look = { color: '', bold: false, italic: false, underline: false, strike: false, marked: false }

/** Output of a terminal without what controls it. */
export function withoutEscapes(text: string): string {
  return text.replace(SEQUENCE, '')
}

/** HTML of the output of a terminal: its colours (SGR) as the classes that code has, no styles. */
export function ansiHtml(text: string): string {
  let look = PLAIN
  let at = 0
  let html = ''
  for (const match of text.matchAll(SEQUENCE)) {
    html += spanHtml(text.slice(at, match.index), look)
    at = match.index + match[0].length
    if (match[1] !== undefined) look = readCodes(match[1].split(/[;:]/).map(Number), look)
  }
  return html + spanHtml(text.slice(at), look)
}

function spanHtml(text: string, { color, bold, italic, underline, strike, marked }: Look): string {
  if (text === '') return ''
  let html = escapeText(text)
  const classes = [color, bold ? 'bold' : '', italic ? 'italic' : ''].filter(Boolean)
  if (underline) html = `<u>${html}</u>`
  if (strike) html = `<s>${html}</s>`
  if (marked) html = `<mark>${html}</mark>`
  return classes.length === 0 ? html : `<span class="token ${classes.join(' ')}">${html}</span>`
}

/** What single codes change. */
const CHANGES: Record<number, Partial<Look>> = {
  0: PLAIN,
  1: { bold: true },
  2: { color: GREY },
  3: { italic: true },
  4: { underline: true },
  7: { marked: true },
  9: { strike: true },
  22: { bold: false },
  23: { italic: false },
  24: { underline: false },
  27: { marked: false },
  29: { strike: false },
  39: { color: '' },
  49: { marked: false },
}

function readCodes(codes: readonly number[], before: Look): Look {
  let look = before
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (code === 38 || code === 48) {
      const isIndexed = codes[index + 1] === 5
      const rest = codes.slice(index + 2, index + (isIndexed ? 3 : 5))
      const color = isIndexed ? indexedColor(rest[0] ?? 7) : nearestColor(rest)
      look = code === 38 ? { ...look, color } : { ...look, marked: true }
      index += rest.length + 1
    } else look = { ...look, ...changeOf(code) }
  }
  return look
}

function changeOf(code: number): Partial<Look> {
  if (code === 90) return { color: GREY }
  if ((code >= 30 && code <= 37) || (code >= 91 && code <= 97)) return { color: COLORS[code % 10] ?? '' }
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return { marked: true }
  return CHANGES[code] ?? {}
}

/** One of 256 colours: 16 of the terminal, a cube of 6 × 6 × 6, then shades of grey. */
function indexedColor(index: number): string {
  if (index === 8 || (index >= 232 && index < 250)) return GREY
  if (index < 16) return COLORS[index % 8] ?? ''
  if (index > 231) return ''
  const cube = index - 16
  return nearestColor([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6])
}

/** The colour of the terminal that has the same strong parts: red is 1, green 2, blue 4. */
function nearestColor(parts: readonly number[]): string {
  const most = Math.max(...parts, 1)
  const [red = 0, green = 0, blue = 0] = parts.map(part => (part > most * 0.6 ? 1 : 0))
  return COLORS[red + green * 2 + blue * 4] ?? ''
}
