import path from 'node:path/posix'
import type { Heading, Root, RootContent } from 'mdast'
import { VFile } from 'vfile'
import { hashContent } from '../lib/hash.ts'
import { type Plugin, PluginFailure } from '../plugins/run.ts'
import { type Finding, hasError, isFatal, type Place } from '../schema/finding.ts'
import type {
  Heading as PageHeading,
  PageRecord,
  ParsedPage,
  ParseOptions,
  Section,
  SourceFile,
} from '../schema/page.ts'
import { encodePath, inForm, MARKDOWN_FILE, pageAddress } from '../shared/addresses.ts'
import { createStamp, frontmatterText, NO_PROSE } from '../site/stamps.ts'
import { readableCode } from './code/fence.ts'
import { lateFrontmatter, type ReadFrontmatter, readFrontmatter } from './frontmatter.ts'
import { htmlText } from './html-text.ts'
import { findLimitProblem } from './parser-guards.ts'
import { writeMarkdown } from './markdown-copy.ts'
import { createPageContext, type PageContext, type PageInput, placeAt, report } from './page-context.ts'
import { readPageData } from './plugins.ts'
import { noteFrontmatter } from './remark/links.ts'
import { type PageProcessor, processorFor } from './processor.ts'
import { reportUnusedNotes } from './remark/notes.ts'
import { isPageOf } from './scan.ts'
import { childrenOf, componentTexts, eachNode, inlineText, type MarkdownNode, textOfOther } from './tree.ts'

interface ParseInput extends PageInput {
  site: PageProcessor
  read: ReadFrontmatter
}

/** Parses a page from the arguments only. A page that is too much for the parser comes back empty, with a finding. */
export function parsePage(file: SourceFile, options: ParseOptions, plugins?: readonly Plugin[]): ParsedPage {
  // Placeholders of addresses contain a NUL: none may come from an author.
  const source = { ...file, body: file.body.replaceAll('\0', '\ufffd') }
  const start = { file: file.file, line: 1, column: 1 }
  let input: ParseInput | undefined
  try {
    const site = processorFor(options, plugins)
    input = { source, options, site, read: readFrontmatter(file, site.plugins) }
    const limit = findLimitProblem(source.body, site.containerNames)
    if (limit) return withoutBody(input, [tooComplex(limit.message, placeAt(file, limit.line, 1))])
    const page = parseBody(input)
    if (file.findings.some(isFatal)) return withoutBody({ ...input, title: page.record.title }, [])
    const late = lateFrontmatter(source.body)
    if (late !== undefined)
      report(page, placeAt(file, late, 1), {
        rule: 'frontmatter/misplaced',
        message: "Frontmatter must start on the first line, without indentation; here, it's shown as text.",
        hint: file.frontmatter
          ? 'Move its keys to the frontmatter above.'
          : 'Remove everything before its first `---`.',
      })
    else if (page.record.title === '' && !hasError(input.read.findings))
      report(page, start, {
        rule: 'markdown/no-title',
        message: "The page has no title: it doesn't start with a heading such as `# Title`.",
        hint: 'Add a heading, or set `title` in the frontmatter.',
      })
    const data = readPageData(page, site.plugins)
    // Problems in included text are reported by the page that it's from, if there is one.
    const isOwn = (place = start) => place.file === file.file || !isPageOf(options, place.file)
    return { ...page, ...(data && { data }), findings: page.findings.filter(({ place }) => isOwn(place)) }
  } catch (error) {
    if (error instanceof PluginFailure) return emptyPage(file, options, [error.finding])
    if (!input) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message =
      error instanceof RangeError
        ? 'The page is nested too deeply to be rendered.'
        : `The page couldn't be rendered: ${reason}.`
    return withoutBody(input, [tooComplex(message, start)])
  }
}

/** Empty page in place of one that couldn't be parsed. */
export function emptyPage(source: SourceFile, options: ParseOptions, findings: Finding[]): ParsedPage {
  // A plugin may be why it is empty.
  const { plugins: _none, ...own } = options
  const read = readFrontmatter({ file: source.file, frontmatter: undefined })
  return withoutBody({ source, options, site: processorFor(own), read }, findings)
}

function withoutBody(input: ParseInput, findings: readonly Finding[]): ParsedPage {
  const page = parseBody({ ...input, source: { ...input.source, body: '' } })
  return { ...page, findings: [...input.read.findings, ...findings], incomplete: true }
}

function tooComplex(message: string, place: Place): Finding {
  return { rule: 'markdown/too-complex', severity: 'error', place, message }
}

function parseBody(input: ParseInput): ParsedPage {
  const page = createPageContext(input)
  const { source: file, options, frontmatter, locale } = page
  const { keyPlaces } = input.read
  const { processor } = input.site
  const data = { page, frontmatter: structuredClone(frontmatter), lang: locale.lang }
  const document = new VFile({ path: file.file, value: file.body, data })
  const tree = processor.runSync(parseMarkdown(file, processor), document)
  // Attributes within SVG are written with the NUL of placeholders escaped.
  const html = processor.stringify(tree, document).replaceAll('&#x0;', '\0')
  reportUnusedNotes(page)
  const record = createRecord(page, keyPlaces['permalink'])
  const { sections, excerpt } = readSections(page)
  noteFrontmatter(page, keyPlaces)
  const visible = frontmatterText(frontmatter)
  const { headings, links, codeBlocks, containers, parts } = page
  // `<a name>` is a target in older HTML.
  const ids = html.matchAll(/\bid="([^"]*)"|<a name="([^"]*)"/g)
  const anchors = new Set(Array.from(ids, ([, id, name]) => id ?? name ?? ''))
  for (const { id } of headings) anchors.delete(id)
  return {
    record,
    locale: file.locale,
    file: file.file,
    keyPlaces,
    html,
    ...(options.markdown && { markdown: writeMarkdown(page) }),
    headings,
    links,
    anchors: [...anchors],
    sections,
    stamp: createStamp(sections, visible && hashContent(visible)),
    codeBlocks,
    containers,
    excerpt,
    includes: file.includes,
    findings: page.findings,
    ...(page.made.length > 0 && { made: page.made }),
    ...(file.plugin !== undefined && { plugin: file.plugin }),
    ...(parts.size > 0 && { parts: [...parts].toSorted() }),
  }
}

type Processor = PageProcessor['processor']

const MAX_REMEMBERED = 1e6

/** Trees of included text, parsed once for all pages: a fifth of the parsing of a site with many includes. */
const remembered = new WeakMap<Processor, Map<string, RootContent[]>>()

export function parseMarkdown({ body, origins }: SourceFile, processor: Processor): Root {
  const trees = remembered.get(processor) ?? new Map<string, RootContent[]>()
  remembered.set(processor, trees)
  const parts = splitIncludes(body, origins)
  if (parts.length === 1 && !trees.has(parts[0]?.text ?? '')) return processor.parse(body)
  const children: RootContent[] = []
  for (const { text, above } of parts) {
    const tree = trees.get(text) ?? processor.parse(text).children
    if (!isClosed(tree.at(-1), text)) return processor.parse(body)
    trees.set(text, tree)
    for (const node of tree) children.push(copyBelow(node, above))
  }
  let size = 0
  for (const text of [...trees.keys()].toReversed()) {
    size += text.length
    if (size > MAX_REMEMBERED) trees.delete(text)
  }
  return { type: 'root', children }
}

/** Cuts before headings where included text begins and ends, unless there may be definitions, which work across the page. */
function splitIncludes(body: string, origins: SourceFile['origins']) {
  const lines = body.split('\n')
  const isWhole = origins.length === 1 || lines.some(line => /^[^`]*\]:/.test(line))
  const isCut = (at: number) => lines[at - 1]?.trim() === '' && /^#{1,6}[ \t]/.test(lines[at] ?? '')
  const cuts = isWhole ? [] : origins.map(({ from }) => firstLine(from - 1)).filter(isCut)
  return [...new Set([0, ...cuts])].map((start, index, all) => {
    const above = firstLine(start)
    let end = all[index + 1] ?? lines.length
    while (end > above && lines[end - 1] === '') end -= 1
    return { text: lines.slice(above, end).join('\n'), above }
  })

  function firstLine(start: number) {
    let at = start
    while (/^[ \t]*$/.test(lines[at] ?? '-')) at += 1
    return at
  }
}

/** False where code, raw HTML or a container may go on beyond the text. */
function isClosed(last: RootContent | undefined, text: string) {
  if (last?.type === 'code') return /\n {0,3}(?:`{3,}|~{3,})$/.test(text)
  if (last?.type === 'html') return !/^<(?:[!?]|script|pre|style|textarea)/i.test(last.value)
  return !last || !('closed' in last) || last.closed
}

/** Copy, some lines further down: plugins change the nodes of a page. */
function copyBelow<Node extends RootContent>(node: Node, lines: number): Node {
  const copy = { ...node }
  if (node.position) {
    const { start, end } = node.position
    copy.position = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } }
  }
  if ('children' in copy)
    Object.assign(copy, { children: copy.children.map(child => copyBelow(child, lines)) })
  return copy
}

function createRecord(page: PageContext, permalinkPlace: Place | undefined): PageRecord {
  const { source, title, frontmatter, headings, options } = page
  const { relativePath } = source
  const address = pageAddress(`/${relativePath}`)
  const regular = inForm(address, options.urls ?? 'html')
  const headers = headings.flatMap(({ depth, title: heading, id }) =>
    depth === 2 || depth === 3 ? [{ level: depth, title: heading, slug: id } as const] : [],
  )
  return {
    title,
    frontmatter,
    regularPath: encodePath(address),
    relativePath,
    key: `v-${hashContent(relativePath)}`,
    path: encodePath((permalinkOf(page, regular, permalinkPlace) ?? regular).normalize('NFC')),
    ...(headers.length > 0 && { headers }),
  }
}

/** As written: no time zone can move it. */
const DATE =
  /^(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?(?:[T ]+\d{2}:(?<minutes>\d{2}):(?<seconds>\d{2}))?/
const PLACEHOLDER = /:(year|i_month|month|i_day|day|minutes|seconds|slug|regular)(?![a-z_])/g

/** Decoded permalink, inside the page's locale. `regular`: the address of the file. */
function permalinkOf(page: PageContext, regular: string, place: Place | undefined) {
  const { file, locale, relativePath } = page.source
  const { permalink, date } = page.frontmatter
  if (!permalink) return undefined
  const name = path.basename(relativePath).replace(MARKDOWN_FILE, '')
  const folder = path.basename(path.dirname(relativePath))
  const dates = [date, name, folder].map(text => DATE.exec(text ?? '')?.groups)
  const { year, month, day = '01', minutes = '00', seconds = '00' } = dates.find(Boolean) ?? {}
  const values: Record<string, string | undefined> = {
    slug: (/^(?:readme|index)$/i.test(name) ? folder : name).replace(/^\d{4}-\d{2}(?:-\d{2})?-/, ''),
    regular: regular.slice(locale.length),
    ...(year && { year, month, day, minutes, seconds }),
    ...(year && { i_month: String(Number(month)), i_day: String(Number(day)) }),
  }
  const unknown = [...permalink.matchAll(PLACEHOLDER)].find(([, key = '']) => values[key] === undefined)
  if (unknown) {
    const message = `The permalink uses \`${unknown[0]}\`, but the page has no date.`
    const problem = { rule: 'frontmatter/permalink', severity: 'error' as const, message }
    report(page, place ?? { file, line: 1, column: 1 }, problem)
    return undefined
  }
  const filled = permalink.replace(PLACEHOLDER, (_match, key: string) => values[key] ?? '')
  const address = path.resolve('/', filled.replaceAll('\\', '/').replace(/^\/+/, ''))
  const local = address.startsWith(locale) ? address : locale + address.slice(1)
  if (page.options.urls === 'clean') return inForm(local, 'clean')
  return /\/$|\.html$/.test(local) ? local : `${local}/`
}

interface OpenSection {
  heading: Heading | undefined
  blocks: { text: string; isHtml: boolean }[]
  code: string[]
  says: boolean
  line: number
  column: number
}

function readSections(page: PageContext): { sections: Section[]; excerpt: string } {
  const { source, options, extraTexts, tree, components } = page
  const found: OpenSection[] = []
  // Content before the first heading is a section of its own.
  let open = openSection(tree.children[0])
  let excerpt = ''
  readBlock(tree)
  const filled = found.filter(
    ({ heading, blocks, code, says }) => heading || blocks.length > 0 || code.length > 0 || says,
  )
  const above: { depth: number; title: string }[] = []
  const sections = filled.map((section, index): Section => {
    const { heading: node, line, column, blocks, code } = section
    const { id = '', title = '' }: Partial<PageHeading> = node?.data?.heading ?? {}
    const depth = node?.depth ?? 0
    while ((above.at(-1)?.depth ?? 0) >= Math.max(depth, 1)) above.pop()
    const ancestors = above.map(each => each.title)
    if (node?.data?.heading) above.push({ depth, title })
    const place = placeAt(source, line, column)
    // Extra text belongs to the section that began last, if any.
    const end = filled[index + 1]?.line ?? Infinity
    const extra = extraTexts.filter(each => (index === 0 || each.line >= line) && each.line < end)
    return {
      id,
      title,
      depth,
      ancestors,
      text: [...blocks, ...extra].map(({ text }) => text).join('\n'),
      code,
      own: place.file === source.file,
      ...(!isPageOf(options, place.file) && { part: true as const }),
      hash: hashMeaning(section),
      place,
    }
  })
  return { sections, excerpt: shorten(excerpt) }

  function openSection(node: RootContent | undefined): OpenSection {
    const { line, column } = node?.position?.start ?? { line: 1, column: 1 }
    const heading = found.length > 0 && node?.type === 'heading' ? node : undefined
    const section = { heading, blocks: [], code: [], says: false, line, column }
    found.push(section)
    return section
  }

  function push(text: string, isHtml = false): void {
    const trimmed = text.trim()
    if (trimmed !== '') open.blocks.push({ text: trimmed, isHtml })
  }

  function readBlock(node: MarkdownNode): void {
    switch (node.type) {
      case 'heading':
        open = openSection(node)
        readLine(node)
        // Components may have text that isn't part of the title.
        eachNode(node, child => {
          if (child.type !== 'component' || components.get(child.name)?.isText) return undefined
          push(readLine(child))
          return false
        })
        return
      case 'code':
        open.code.push(readableCode(node.value, node.lang ?? ''))
        return
      case 'html':
        push(fold(htmlText(node.value)), true)
        return
      case 'paragraph': {
        const text = readLine(node)
        excerpt ||= fold(text)
        push(text)
        return
      }
      case 'tableRow':
        push(childrenOf(node).map(readLine).join(' '))
        return
      case 'container':
        push(node.title)
        break
      case 'component':
        if (components.get(node.name)?.says) open.says = true
        for (const text of componentTexts(node, components)) push(text)
        break
      default:
        push(textOfOther(node) ?? '')
    }
    childrenOf(node).forEach(readBlock)
  }

  function readLine(node: MarkdownNode) {
    eachNode(node, child => {
      if (child.type === 'inlineCode') open.code.push(child.value)
      if (child.type !== 'component') return undefined
      const component = components.get(child.name)
      if (component?.says) open.says = true
      return component?.label === undefined ? undefined : false
    })
    return inlineText(node, components)
  }
}

/** Editing white space, link targets and marks makes no translation stale. */
function hashMeaning({ heading, blocks, code }: OpenSection) {
  const textsOf = (isHtml: boolean) => blocks.filter(each => each.isHtml === isHtml).map(({ text }) => text)
  const html = textsOf(true)
  const text = fold(textsOf(false).join('\n'))
  const meaning = [heading?.depth ?? 0, fold(heading?.data?.slugText ?? ''), text, code]
  const hasProse = heading !== undefined || text !== '' || code.length > 0
  const first = hasProse ? hashContent(JSON.stringify(meaning), NO_PROSE.length) : NO_PROSE
  return first + (html.length === 0 ? NO_HTML : hashContent(JSON.stringify(html), NO_HTML.length))
}

const NO_HTML = hashContent(JSON.stringify([]), 8)

function shorten(text: string) {
  const characters = [...text]
  if (characters.length <= 160) return text
  const cut = characters.slice(0, 159).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > 80 ? cut.slice(0, space) : cut).trimEnd()}…`
}

function fold(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}
