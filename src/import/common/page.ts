import path from 'node:path/posix'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Document, isMap, parseDocument } from 'yaml'
import { findCode, withoutCode } from '../../content/find-code.ts'
import { splitFrontmatter } from '../../content/frontmatter.ts'
import { convertMdx, type Mdx, type PageHost, parseMdx } from './mdx.ts'

/** Folder of the pages as they are written here. */
export const CONTENT = 'content'

interface Place {
  line: number
  column: number
}

/** A page of another generator. */
export interface ReadPage {
  frontmatter: Record<string, unknown>
  /** Title that the body begins with, as written; undefined where it begins with something else. */
  heading: string | undefined
  body: string
  /** Line of the file at which the body begins, 1-based. */
  bodyLine: number
  yaml: Document
  /** The body as MDX, or where it isn't valid MDX: line and column, 1-based. */
  mdx: Mdx | Place
}

/** Reads a page; frontmatter that isn't valid YAML counts as empty. */
export function readPage(written: string): ReadPage {
  const text = written.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const { frontmatter, body, bodyLine } = splitFrontmatter(text)
  const parsed = parseDocument(frontmatter?.text ?? '')
  const yaml: Document = parsed.errors.length === 0 && isMap(parsed.contents) ? parsed : new Document({})
  const mdx = tryMdx(body)
  return {
    frontmatter: yaml.toJS() as Record<string, unknown>,
    heading: readHeading(body, mdx),
    body,
    bodyLine,
    yaml,
    mdx,
  }
}

function tryMdx(body: string): Mdx | Place {
  try {
    return parseMdx(body)
  } catch (error) {
    const { line, column } = error as Partial<Place>
    if (line === undefined || column === undefined) throw error
    return { line, column }
  }
}

/** The heading of level 1 that the page begins with, without its id. */
function readHeading(body: string, mdx: Mdx | Place): string | undefined {
  const { children } = 'line' in mdx ? fromMarkdown(body) : mdx.tree
  const [first] = children
  if (first?.type !== 'heading' || first.depth !== 1) return undefined
  const [start, end] = [
    first.children[0]?.position?.start.offset,
    first.children.at(-1)?.position?.end.offset,
  ]
  return body.slice(start, end ?? start).replace(/\s*\{(?:\/\*\s*)?#[^{}]*\}$/, '')
}

/** The text of a page with other keys in front of its body. */
export function writePage(yaml: Document, body: string): string {
  const isEmpty = isMap(yaml.contents) && yaml.contents.items.length === 0
  return isEmpty ? body : `---\n${String(yaml).trim()}\n---\n\n${body.trimStart()}`
}

/** The text of a page that has no original. */
export function newPage(keys: Readonly<Record<string, unknown>>, body: string): string {
  const yaml = new Document({})
  setKeys(yaml, keys)
  return writePage(yaml, body)
}

/** A path as a link writes it: `./start.md`, `../start.md`. */
export function linkTo(from: string, to: string): string {
  const relative = path.relative(path.dirname(from), to)
  return encodeURI(relative.startsWith('.') ? relative : `./${relative}`)
}

/** Sets keys in the order given; undefined removes a key. */
export function setKeys(yaml: Document, keys: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(keys)) {
    if (value === undefined) yaml.delete(key)
    else if (JSON.stringify(yaml.toJS()?.[key]) !== JSON.stringify(value))
      yaml.set(key, yaml.createNode(value))
  }
}

/** The body of a page in the Markdown of docsgen. */
export function convertBody({ body, mdx }: Pick<ReadPage, 'body' | 'mdx'>, host: PageHost): string {
  const isMarkdown = !host.isMdx || 'line' in mdx
  if (host.isMdx && 'line' in mdx)
    host.differs("The page isn't valid MDX, so its components stay as they are", mdx.line, mdx.column)
  const markdown = isMarkdown ? body : convertMdx(body, mdx, host)
  return convertLinks(convertCode(markdown, host), host.address)
}

/** Comments that mark lines, alone in theirs: `// highlight-next-line`, `<!-- highlight-start -->`. */
const MARKER =
  /^\s*(?:\/\/|\/\*|\{\/\*|#|<!--|--|%|;|'|REM)\s{0,9}([a-z]+(?:-[a-z]+)*)-(next-line|start|end)\s{0,9}(?:\*\/\}?|-->)?\s*$/
const RANGE = /(?<![=\w])\{[\d,\-\s]+\}/
/** Marks of lines by other names: `ins={1-2}`, `mark={3}`. */
const MARKED = /\s?\b(ins|del|mark)=\{(?:"[^"]*"\s*:\s*)?([\d,\-\s]+)\}/g

function convertCode(text: string, host: PageHost): string {
  const lines = text.split('\n')
  for (const { rows } of findCode(text).toReversed()) {
    const opening = lines[rows?.first ?? -1] ?? ''
    const [, written] = /[`~]{3,}(.*)/.exec(opening) ?? []
    if (!rows || written === undefined) continue
    const inner = lines.slice(rows.first + 1, rows.end - 1)
    const info = convertInfo(written, rows.first + 1, host)
    // With a range in the first line, comments are part of the code.
    const { left, marked } = RANGE.test(info) ? { left: inner, marked: [] } : removeMarkers(inner)
    const given = marked.length > 0 ? `${info.trimEnd()} {${ranges(marked)}}` : info
    const start = opening.slice(0, opening.length - written.length)
    lines.splice(rows.first, inner.length + 1, start + given, ...left)
  }
  return lines.join('\n')
}

function convertInfo(info: string, line: number, host: PageHost): string {
  if (/\slive\b/.test(info)) host.differs('Code that ran in the page (`live`) is shown alone', line)
  if (/\snpm2yarn\b/.test(info))
    host.differs('Tabs of package managers (`npm2yarn`) are one block of code', line)
  const marks = [...info.matchAll(MARKED)].map(match => match[2] ?? '')
  if (marks.length === 0) return info
  if (/\b(?:ins|del)=/.test(info))
    host.differs('Lines marked as added or removed (`ins`, `del`) are highlighted', line)
  const own = RANGE.exec(info)?.[0].slice(1, -1)
  const bare = info.replace(MARKED, '').replace(RANGE, '').trimEnd()
  return `${bare} {${[...(own === undefined ? [] : [own]), ...marks].join(',')}}`
}

/** `1-3,5`. */
function ranges(rows: readonly number[]): string {
  const found: [first: number, last: number][] = []
  for (const row of rows) {
    const open = found.at(-1)
    if (open?.[1] === row - 1) open[1] = row
    else found.push([row, row])
  }
  return found.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',')
}

/** Removes comments that mark lines; `marked` are 1-based numbers of the lines that are left. */
function removeMarkers(lines: readonly string[]): { left: string[]; marked: number[] } {
  const left: string[] = []
  const marked: number[] = []
  let next = false
  let open = false
  for (const line of lines) {
    const [, , when] = MARKER.exec(line) ?? []
    if (when === 'next-line') next = true
    else if (when !== undefined) open = when === 'start'
    else {
      left.push(line)
      if (next || open) marked.push(left.length)
      next = false
    }
  }
  return { left, marked }
}

/** Links, definitions, and attributes of HTML; the last group is the address. */
const ADDRESSES = [
  /\]\([ \t]{0,9}<?([^\s()<>]{1,2000})/g,
  /^ {0,3}\[[^\]\n]{1,500}\]:[ \t]{1,9}<?([^\s<>]{1,2000})/gm,
  /\b(?:href|src)="([^"\n]{1,2000})"/g,
]

function convertLinks(text: string, address: PageHost['address']): string {
  const markup = withoutCode(text)
  const edits = ADDRESSES.flatMap(pattern =>
    [...markup.matchAll(pattern)].flatMap(({ 0: whole, 1: url = '', index }) => {
      const start = index + whole.lastIndexOf(url)
      const isImage = whole.startsWith('src') || /\.(?:avif|gif|ico|jpe?g|png|svg|webp)$/i.test(url)
      const moved = address(url, isImage ? 'image' : 'link')
      return moved === undefined || moved === url ? [] : [{ start, end: start + url.length, moved }]
    }),
  )
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((edited, { start, end, moved }) => edited.slice(0, start) + moved + edited.slice(end), text)
}
