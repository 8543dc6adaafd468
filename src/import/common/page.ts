import path from 'node:path/posix'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { Document, isMap, parseDocument } from 'yaml'
import { findCode, withoutCode } from '../../content/includes.ts'
import { splitFrontmatter } from '../../content/frontmatter.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { convertMdx, IMAGE, type Mdx, MODULE, type PageHost, parseMdx } from './mdx.ts'
import type { Notes } from './importer.ts'
import type { Values } from './values.ts'

/** The folder of the pages that are written. */
export const CONTENT = 'content'

/** The name of a file that isn't a page. */
export const FILE = /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i

type ReadPage = ReturnType<typeof readPage>

/** Frontmatter that isn't valid YAML counts as empty. `bodyLine`: where the body begins, 1-based. */
export function readPage(written: string) {
  const { frontmatter, body, bodyLine } = splitFrontmatter(withPlainEnds(written))
  const parsed = parseDocument(frontmatter?.text ?? '')
  const yaml: Document = parsed.errors.length === 0 && isMap(parsed.contents) ? parsed : new Document({})
  const mdx = parseMdx(body)
  return { frontmatter: yaml.toJS() as Values, yaml, heading: readHeading(body, mdx), body, bodyLine, mdx }
}

export function withPlainEnds(written: string) {
  return written.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
}

/** The heading of level 1 at the beginning, without its id. */
function readHeading(body: string, mdx: Mdx) {
  const { children } = 'line' in mdx ? fromMarkdown(body) : mdx
  const isModule = ({ type, position }: Nodes) =>
    type === 'mdxFlowExpression' && MODULE.test(body.slice(position?.start.offset))
  const first = children.find(node => !isModule(node))
  if (first?.type !== 'heading' || first.depth !== 1) return undefined
  const start = first.children[0]?.position?.start.offset
  const end = first.children.at(-1)?.position?.end.offset ?? start
  return body.slice(start, end).replace(/\s*\{(?:\/\*\s*)?#[^{}]*\}$/, '')
}

export function newPage(keys: Values, body: string) {
  return writePage(new Document(keys), body)
}

function writePage(yaml: Document, body: string) {
  const isEmpty = isMap(yaml.contents) && yaml.contents.items.length === 0
  return isEmpty ? body : `---\n${String(yaml).trim()}\n---\n\n${body.trimStart()}`
}

export function noteIn(notes: Notes, file: string, { bodyLine }: ReadPage): PageHost['differs'] {
  return (what, line, column) => notes.at(what, file, line === undefined ? 1 : bodyLine + line - 1, column)
}

/** Sets `keys` of the frontmatter in their order, and removes those that are undefined; `finish` receives Markdown. */
export function convertPage(page: ReadPage, host: PageHost, keys: Values, finish: (body: string) => string) {
  const { yaml } = page
  for (const [key, value] of Object.entries(keys)) {
    if (value === undefined) yaml.delete(key)
    else if (JSON.stringify(yaml.toJS()?.[key]) !== JSON.stringify(value))
      yaml.set(key, yaml.createNode(value))
  }
  return writePage(yaml, finish(convertBody(page, host)))
}

export function convertBody({ body, mdx }: ReadPage, host: PageHost) {
  const isInvalid = 'line' in mdx
  if (host.isMdx && isInvalid)
    host.differs("The page isn't valid MDX, so its components aren't converted", mdx.line, mdx.column)
  const markdown = host.isMdx && !isInvalid ? convertMdx(body, mdx, host) : body
  return convertLinks(convertCode(markdown, host), host.address)
}

/** `// highlight-next-line`, `<!-- highlight-start -->`, alone in a line. */
const MARKER =
  /^\s*(?:\/\/|\/\*|\{\/\*|#|<!--|--|%|;|'|REM)\s{0,9}[a-z]+(?:-[a-z]+)*-(next-line|start|end)\s{0,9}(?:\*\/\}?|-->)?\s*$/
const RANGE = /(?<![=\w])\{[\d,\-\s]+\}/
const MARKED = /\s?\b(ins|del|mark)=\{(?:"[^"]*"\s*:\s*)?([\d,\-\s]+)\}/g

function convertCode(text: string, host: PageHost) {
  const lines = text.split('\n')
  for (const { rows } of findCode(text).toReversed()) {
    const opening = lines[rows?.first ?? -1] ?? ''
    const [, written] = /[`~]{3,}(.*)/.exec(opening) ?? []
    if (!rows || written === undefined) continue
    const info = convertInfo(written, rows.first + 1, host)
    const start = opening.slice(0, opening.length - written.length)
    const inner = lines.slice(rows.first + 1, rows.end - 1)
    // With a range in the first line, comments are part of the code.
    const { left, marked } = RANGE.test(info) ? { left: inner, marked: '' } : removeMarkers(inner)
    const range = marked === '' ? info : `${info.trimEnd()} {${marked}}`
    lines.splice(rows.first, inner.length + 1, start + range, ...left)
  }
  return lines.join('\n')
}

function convertInfo(info: string, line: number, host: PageHost) {
  if (/\slive\b/.test(info)) host.differs("Live code blocks (`live`) are shown but don't run", line)
  if (/\snpm2yarn\b/.test(info))
    host.differs('Package manager tabs (`npm2yarn`) are converted to a single code block', line)
  const marks = [...info.matchAll(MARKED)].map(match => match[2])
  if (marks.length === 0) return info
  if (/\b(?:ins|del)=/.test(info))
    host.differs('Lines marked as added or removed (`ins`, `del`) are only highlighted', line)
  const own = RANGE.exec(info)?.[0].slice(1, -1) ?? []
  return `${info.replace(MARKED, '').replace(RANGE, '').trimEnd()} {${[own, marks].flat().join(',')}}`
}

/** Removes comments that mark lines. `marked`: lines of `left`, 1-based: `1-3,5`. */
function removeMarkers(lines: readonly string[]) {
  const left: string[] = []
  const ranges: [first: number, last: number][] = []
  let next = false
  let open = false
  for (const line of lines) {
    const when = MARKER.exec(line)?.[1]
    if (when === 'next-line') next = true
    else if (when) open = when === 'start'
    else {
      const row = left.push(line)
      const range = ranges.at(-1)
      if ((next || open) && range?.[1] === row - 1) range[1] = row
      else if (next || open) ranges.push([row, row])
      next = false
    }
  }
  const marked = ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`))
  return { left, marked: marked.join(',') }
}

/** In links, definitions, and attributes of HTML. */
const ADDRESSES = [
  /(?<=\]\([ \t]{0,9}<?)[^\s()<>]{1,2000}/,
  // A footnote begins with text.
  /(?<=^ {0,3}\[(?!\^)[^\]\n]{1,500}\]:[ \t]{1,9}<?)[^\s<>]{1,2000}/,
  /(?<=\b(?:href|src)=")[^"\n]{1,2000}(?=")/,
]
const ADDRESS = new RegExp(ADDRESSES.map(({ source }) => source).join('|'), 'gm')

/** A link from one file to another; paths are relative to the root. */
export function linkTo(from: string, to: string) {
  const relative = path.relative(path.dirname(from), to)
  return encodeURI(relative.startsWith('.') ? relative : `./${relative}`)
}

/** An address as its decoded path, empty for other sites and places on the same page, and its query and hash. */
export function splitAddress(url: string): { name: string; rest: string } {
  const [, written = '', rest = ''] = (!isOutside(url) && /^([^?#]*)([^]*)$/.exec(url)) || []
  return { name: safeDecode(written), rest }
}

function convertLinks(text: string, address: PageHost['address']) {
  const markup = withoutCode(text)
  let converted = ''
  let at = 0
  for (const { 0: url, index } of markup.matchAll(ADDRESS)) {
    const isImage = IMAGE.test(url) || markup.slice(0, index).endsWith('src="')
    converted += text.slice(at, index) + (address(url, isImage ? 'image' : 'link') ?? url)
    at = index + url.length
  }
  return converted + text.slice(at)
}
