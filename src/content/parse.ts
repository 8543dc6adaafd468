import type { RootContent } from 'hast'
import type { Finding, Place } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Heading, ParsedPage, ParseOptions, SourceFile } from '../schema/page.ts'
import type { Plugin } from '../plugins/evaluate.ts'
import { PluginFailure } from '../plugins/failure.ts'
import { hasError, isBearable } from '../shared/findings.ts'
import { readFrontmatter } from './frontmatter.ts'
import { findLimitProblem } from './limits.ts'
import type { PieceNode } from './nodes.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { readPageData } from './plugin-hooks.ts'
import { isPageOf } from './page-files.ts'
import { createRecord } from './page-record.ts'
import { type Parser, parserFor } from './parser.ts'
import { type ScannedText, scanLines, sliceLines } from './scan-lines.ts'
import { titleOf } from './title-of.ts'
import { createExcerpt, createSections, type PlacedPiece } from './sections.ts'
import { hashContent } from '../lib/hash.ts'
import { createStamp, frontmatterText } from '../shared/translations.ts'

/**
 * Parses one source file, with the plugins that the options name. The result depends on its arguments only. A page that is nested too deeply or otherwise too much
 * for the parser comes back empty, with a finding (R-PATH-1). `writeMarkdown` is for options that ask for Markdown.
 */
export function parsePage(
  source: SourceFile,
  options: ParseOptions,
  plugins: readonly Plugin[] = [],
  writeMarkdown?: MarkdownWriter,
): ParsedPage {
  try {
    const twin = writeMarkdown ? { writeMarkdown } : {}
    return parseWith({ file: source, options, parser: parserFor(options, plugins), ...twin })
  } catch (error) {
    if (error instanceof PluginFailure) return emptyPage(source, options, [error.finding])
    throw error
  }
}

/** Writes the body of a page as plain Markdown. */
type MarkdownWriter = (pieces: readonly PlacedPiece[], page: PageContext) => string

type Parsing = Pick<PageInput, 'file' | 'options' | 'parser' | 'writeMarkdown'>

function parseWith({ file: source, ...parsing }: Parsing): ParsedPage {
  const { parser } = parsing
  // Markdown has no NUL, and placeholders are made of it: none may come from an author (see `linkPlaceholder`).
  const file = { ...source, body: withoutNul(source.body) }
  const { frontmatter, keyPlaces, findings } = readFrontmatter(file, parser.plugins)
  const body = sliceLines(scanLines(file.body), 0)
  const input = { ...parsing, file, body, frontmatter, keyPlaces }
  const context = createContext(input)
  context.findings.push(...findings)
  if (hasError(file.findings.filter(finding => !isBearable(finding)))) return parseIncomplete(input, findings)
  const limit = findLimitProblem(body, parser.containers)
  if (limit) return refuse(input, findings, { message: limit.message, place: placeAt(file, limit.line, 1) })
  try {
    const page = parseBody(input, context)
    if (context.title === '' && !hasError(findings)) page.findings.push(untitled(file.file))
    const data = readPageData(page, parser.plugins)
    if (data) page.data = data
    return { ...page, findings: page.findings.filter(finding => !isReportedElsewhere(finding, input)) }
  } catch (error) {
    if (error instanceof PluginFailure) throw error
    const message =
      error instanceof RangeError
        ? 'The page is nested too deeply to be rendered.'
        : `The page could not be rendered: ${error instanceof Error ? error.message : String(error)}.`
    return refuse(input, findings, { message, place: { file: file.file, line: 1, column: 1 } })
  }
}

/** A problem in included text is reported once, by the page that the text is from, if there is one. */
function isReportedElsewhere({ place }: Finding, { file, options }: PageInput): boolean {
  return place !== undefined && place.file !== file.file && isPageOf(options, place.file)
}

function untitled(file: string): Finding {
  return {
    rule: 'markdown/no-title',
    severity: 'warning',
    place: { file, line: 1, column: 1 },
    message: 'The page has no title: it does not start with a heading such as `# Title`.',
    hint: 'Start with a heading, or write `title:` in the frontmatter.',
  }
}

function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

interface PageInput {
  file: SourceFile
  /** Of the file, without blank lines at its end. */
  body: ScannedText
  options: ParseOptions
  parser: Parser
  frontmatter: Frontmatter
  keyPlaces: Record<string, Place>
  /** Where pages have Markdown twins. */
  writeMarkdown?: MarkdownWriter
}

const NOTHING = scanLines('')

function parseBody(input: PageInput, context: PageContext): ParsedPage {
  const { file, parser, frontmatter, keyPlaces } = input
  const pieces = parsePieces(input, context)
  for (const { piece } of pieces) for (const [node, raw] of piece.headings) context.rawHeadings.set(node, raw)
  const html = render(pieces, context, parser)
  const { record, problem } = createRecord(file, {
    title: context.title,
    frontmatter,
    headings: context.headings,
    form: context.options.urls ?? 'html',
  })
  if (problem) {
    const place = keyPlaces['permalink'] ?? { file: file.file, line: 1, column: 1 }
    context.findings.push({ rule: 'frontmatter/permalink', severity: 'error', place, message: problem })
  }
  const sections = createSections(pieces, context)
  const visible = frontmatterText(frontmatter)
  return {
    record,
    locale: file.locale,
    file: file.file,
    keyPlaces,
    html,
    ...(input.writeMarkdown ? { markdown: input.writeMarkdown(pieces, context) } : {}),
    headings: context.headings,
    links: context.links,
    anchors: anchorsOf(html, context.headings),
    sections,
    stamp: createStamp(sections, visible && hashContent(visible)),
    codeBlocks: context.codeBlocks,
    containers: context.containers,
    excerpt: createExcerpt(pieces),
    includes: file.includes,
    findings: context.findings,
    ...(file.plugin === undefined ? {} : { plugin: file.plugin }),
    ...(context.parts.size === 0 ? {} : { parts: [...context.parts].toSorted() }),
  }
}

/** Ids that are no headings', and names, which links led to in HTML of old. */
function anchorsOf(html: string, headings: readonly Heading[]): string[] {
  const found = html.matchAll(/\bid="([^"]*)"|<a name="([^"]*)"/g)
  const anchors = new Set([...found].map(([, id, name]) => id ?? name ?? ''))
  for (const { id } of headings) anchors.delete(id)
  return [...anchors]
}

/** The page in place of one whose parsing did not come to an end: nothing of the file is looked at again (R-PATH-2). */
export function emptyPage(source: SourceFile, options: ParseOptions, findings: Finding[]): ParsedPage {
  const file: SourceFile = { ...source, frontmatter: undefined, body: '' }
  // Without plugins: one of them may be why it is empty.
  const { plugins: _none, ...own } = options
  const input = { file, body: NOTHING, options, parser: parserFor(own), ...readFrontmatter(file) }
  return parseIncomplete(input, findings)
}

/** A page without content in place of one that cannot be parsed, so that the others still build. */
function refuse(
  input: PageInput,
  findings: Finding[],
  problem: Pick<Finding, 'message' | 'place'>,
): ParsedPage {
  return parseIncomplete(input, [
    ...findings,
    { rule: 'markdown/too-complex', severity: 'error', ...problem },
  ])
}

/** What is known of a page without its body. */
function parseIncomplete(input: PageInput, findings: Finding[]): ParsedPage {
  const empty = { ...input, file: { ...input.file, body: '' }, body: NOTHING }
  return { ...parseBody(empty, createContext(input)), findings, incomplete: true }
}

function parsePieces({ file, body, parser }: PageInput, context: PageContext): PlacedPiece[] {
  const seen = new Set<string>()
  return parser.ways.splitPieces(body, file.origins, parser.containers).map(({ text, offset }) => {
    const piece = parser.parsePiece(text, seen.has(text.text), context)
    seen.add(text.text)
    return { piece, offset }
  })
}

function render(pieces: readonly PlacedPiece[], context: PageContext, parser: Parser): string {
  const children = pieces.map(({ piece, offset }): PieceNode => {
    const { children: blocks } = piece.tree
    const isHidden = parser.ways.hidesBlocks && !piece.summary.hasDefinitions
    return { type: 'piece', offset, ...(isHidden ? { blocks } : { children: blocks }) }
  })
  const tree = parser.processor.run({ type: 'root', children }, { data: { page: context } })
  return parser.processor.stringify(tree)
}

function createContext(input: PageInput): PageContext {
  const { file, options, parser, frontmatter } = input
  const locale = options.locales[file.locale] ?? Object.values(options.locales)[0]
  if (!locale) throw new Error('ParseOptions.locales is empty')
  return {
    source: file,
    options,
    locale,
    frontmatter,
    plugins: parser.plugins,
    stringify: tree => parser.processor.stringify({ type: 'root', children: [tree as RootContent] }),
    title: withoutNul(titleOf(input)),
    hasHero: hasHero(frontmatter),
    highlighter: parser.highlighter,
    components: parser.components,
    meaningOf: parser.meaningOf,
    containerNames: parser.containers,
    offset: 0,
    rawHeadings: new Map(),
    headings: [],
    headingOf: new Map(),
    links: [],
    codeBlocks: [],
    containers: [],
    used: new Map(),
    said: [],
    parts: new Set(),
    findings: [],
    ids: new Map(),
    finals: [],
    labels: new Map(),
    endsToCome: 0,
    elements: { open: new Map(), reported: new Set() },
  }
}

function hasHero({ home, layout, heroText }: Frontmatter): boolean {
  return home === true && heroText !== null && (layout ?? 'Home') === 'Home'
}
