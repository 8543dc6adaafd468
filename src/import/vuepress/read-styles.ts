import type { Note } from '../common/notes.ts'

/** Variables of `palette.styl`: names without `$` → `#rgb` or `#rrggbb`. */
export function readPalette(styl: string): Map<string, string> {
  const colors = new Map<string, string>()
  for (const line of withoutComments(styl).split('\n')) {
    const [, name, color] = /^\s{0,8}\$([\w-]+)\s*[:?]?=\s*(#[\da-f]{3}(?:[\da-f]{3})?)\b/i.exec(line) ?? []
    if (name && color) colors.set(name, color.toLowerCase())
  }
  return colors
}

/** Names the rules of a style sheet, in Stylus or CSS, by their selectors. `file` is relative to the source folder. */
export function listRules(file: string, styl: string, note: Note): void {
  const rules = withoutComments(styl)
    .split('\n')
    .flatMap((line, row) => (isSelector(line) ? [`\`${tidy(line)}\` (line ${row + 1})`] : []))
  if (rules.length === 0) return
  note(
    `\`${file}\` is not taken over; put what is still needed into \`templates/styles/\`: ${rules.join(', ')}.`,
  )
}

/** Something at the margin that opens a rule: no variable, no import, no end of a rule. */
function isSelector(line: string): boolean {
  return /^[\w.#:*&[@>]/.test(line) && !/^@(?:import|require|charset)\b|^[\w-]+\s*[:?]?=|;\s*$/.test(line)
}

function tidy(line: string): string {
  return line.replace(/(?<![{,\s])[{,\s]+$/, '').trim()
}

/** Comments become white space, so that lines keep their numbers. */
function withoutComments(text: string): string {
  const parts = text.split('/*')
  const kept = parts.map((part, index) => {
    const end = index === 0 ? 0 : part.indexOf('*/') + 2
    return index > 0 && end === 1 ? blank(part) : blank(part.slice(0, end)) + part.slice(end)
  })
  return kept
    .join('')
    .split('\n')
    .map(line => line.replace(/(?<![:\w])\/\/.*/, ''))
    .join('\n')
}

function blank(text: string): string {
  return text.replace(/[^\n]+/g, '')
}
