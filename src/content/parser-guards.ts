/** Deepest nesting of quotes and lists. Real pages have a handful. */
const MAX_DEPTH = 100
/** Deepest nesting of containers: the parser reads their content again at each level. */
const MAX_CONTAINERS = 30

/** Far above what people write in a paragraph, far below what takes seconds. */
const INLINE_LIMITS: [what: string, pattern: RegExp, most: number][] = [
  ['emphasis marks', /[*_~]+/g, 4000],
  ['square brackets', /[[\]]/g, 8000],
  ['unfinished HTML comments or instructions', /<[!?]/g, 400],
]
/** In a paragraph: each length is searched for from every run of it. */
const MAX_BACKTICK_LENGTHS = 100
const MAX_UNDERLINED = 2000
/** Lines that continue an item without indentation. */
const MAX_LAZY = 5000
/** Limits of a table: short rows are filled up. */
const MAX_COLUMNS = 1000
const MAX_CELLS = 200_000

const FENCED =
  /^[ \t>]*(?=(`{3,}|~{3,}))\1(?:(?<=~)|(?!.*`)).*\n(?:[^]*?\n)?(?:[ \t>]*\1[`~]*[ \t]*$|(?![^]))/gm
const UNDERLINED = /\n(?<=[^\s>][ \t]*\n)[ \t>]*(?:=+|-+)[ \t]*$/gm
/** Quote and list markers at the start of a line, or as much indentation. */
const NESTED = new RegExp(
  String.raw`^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))){${MAX_DEPTH + 1}}|^[ \t]{${2 * MAX_DEPTH},}(?:[-+*]|\d{1,9}[.)])[ \t]`,
  'm',
)
const CONTAINER = /^[ \t>]*(:{3,})[ \t]*([^\s:[{][^\s[{]*)?/gm
const ITEM = /^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t]|\[\^)/
const TABLE_LINE = /^[ \t>]*[-:|][-:| \t]*$/

/** Finds what takes the parser seconds or exhausts its stack. `names` open containers. `line` is 1-based. */
export function findLimitProblem(body: string, names: ReadonlySet<string> = new Set()) {
  if (body.length < 1000) return undefined
  const text = body.replace(FENCED, code => code.replace(/[^\n]+/g, ''))
  const problem = (message: string, offset: number) => ({
    message,
    line: text.slice(0, offset).split('\n').length,
  })
  const deep = NESTED.exec(text)?.index
  if (deep !== undefined) return problem(`Blocks are nested more than ${MAX_DEPTH} levels deep here.`, deep)
  const inside = deepContainer(text, names)
  if (inside !== undefined)
    return problem(`Containers are nested more than ${MAX_CONTAINERS} levels deep here.`, inside)
  const underlined = [...text.matchAll(UNDERLINED)][MAX_UNDERLINED]
  if (underlined)
    return problem(
      `This page has more than ${MAX_UNDERLINED} underlined headings. Start them with \`#\` instead.`,
      underlined.index + 1,
    )
  let start = 0
  for (const { index } of [...text.matchAll(/^[ \t]*$/gm), { index: text.length }]) {
    // Short paragraphs cannot hold much.
    const message = index - start < 1000 ? undefined : paragraphProblem(text.slice(start, index))
    if (message !== undefined) return problem(message, start + 1)
    start = index
  }
  return undefined
}

function deepContainer(text: string, names: ReadonlySet<string>) {
  const sizes: number[] = []
  for (const { index, 1: colons = '', 2: name } of text.matchAll(CONTAINER)) {
    const closed = name === undefined ? sizes.findIndex(size => size <= colons.length) : -1
    if (closed !== -1) sizes.length = closed
    if (name !== undefined && names.has(name)) sizes.push(colons.length)
    if (sizes.length > MAX_CONTAINERS) return index
  }
  return undefined
}

function paragraphProblem(paragraph: string) {
  for (const [what, pattern, most] of INLINE_LIMITS) {
    const count = paragraph.match(pattern)?.length ?? 0
    if (count > most) return `This paragraph has ${count} ${what}; docsgen reads at most ${most}.`
  }
  const lengths = new Set(paragraph.match(/`+/g)?.map(run => run.length)).size
  if (lengths > MAX_BACKTICK_LENGTHS)
    return `This paragraph has backtick runs of ${lengths} different lengths.`
  const lines = paragraph.split('\n')
  const bare = lines.map(line => line.replace(/^(?:[ \t]*>)+ ?/, ''))
  if (lines.some(line => ITEM.test(line)) && bare.filter(line => !ITEM.test(line)).length > MAX_LAZY)
    return `This list item, blockquote or footnote has more than ${MAX_LAZY} continuation lines that aren't indented. Indent them, or add a blank line before them.`
  const row = lines.findIndex(line => TABLE_LINE.test(line))
  const columns = lines[row]?.match(/-+/g)?.length ?? 0
  if (columns > MAX_COLUMNS) return `This table has more than ${MAX_COLUMNS} columns.`
  const isLarge = row !== -1 && columns * (lines.length - row) > MAX_CELLS
  return isLarge ? `This table has more than ${MAX_CELLS} cells.` : undefined
}
