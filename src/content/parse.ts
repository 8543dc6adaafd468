import type { RootContent } from 'hast'
import { VFile } from 'vfile'
import { hashContent } from '../lib/hash.ts'
import type { Plugin } from '../plugins/run.ts'
import { PluginFailure } from '../plugins/run.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { Frontmatter } from '../schema/frontmatter.ts'
import type { Heading, ParsedPage, ParseOptions, SourceFile } from '../schema/page.ts'
import { hasError, isTolerable } from '../shared/findings.ts'
import { createStamp, frontmatterText } from '../shared/translations.ts'
import { readFrontmatter } from './frontmatter.ts'
import { findLimitProblem } from './limits.ts'
import { isPageOf } from './list-pages.ts'
import { type PageContext, placeAt } from './page-context.ts'
import { createRecord } from './page-record.ts'
import { readPageData } from './plugins.ts'
import { parseMarkdown } from './parse-parts.ts'
import { type PageProcessor, processorFor } from './processor.ts'
import { readSections } from './sections.ts'

/** Writes the body of a page as plain Markdown, once the page is rendered. */
type MarkdownWriter = (page: PageContext) => string

interface PageInput {
  file: SourceFile
  options: ParseOptions
  shared: PageProcessor
  frontmatter: Frontmatter
  keyPlaces: Record<string, Place>
  findings: readonly Finding[]
  writeMarkdown?: MarkdownWriter | undefined
  /** Where the body is left out. */
  title?: string
}

/**
 * Parses one source file, with the plugins that the options name. The result depends on the arguments only. A page that is
 * nested too deeply or otherwise too much for the parser comes back empty, with a finding. `writeMarkdown` is for options
 * that ask for Markdown copies.
 */
export function parsePage(
  source: SourceFile,
  options: ParseOptions,
  plugins: readonly Plugin[] = [],
  writeMarkdown?: MarkdownWriter,
): ParsedPage {
  // Placeholders of addresses contain a NUL: none may come from an author.
  const file = { ...source, body: source.body.replaceAll('\0', '\ufffd') }
  let input: PageInput | undefined
  try {
    const shared = processorFor(options, plugins)
    input = { file, options, shared, writeMarkdown, ...readFrontmatter(file, shared.plugins) }
    const limit = findLimitProblem(file.body, shared.containerNames)
    if (limit) return withoutBody(input, [tooComplex(limit.message, placeAt(file, limit.line, 1))])
    const page = parseBody(input)
    if (hasError(file.findings.filter(finding => !isTolerable(finding))))
      return withoutBody({ ...input, title: page.record.title }, [])
    if (page.record.title === '' && !hasError(input.findings)) page.findings.push(untitled(file.file))
    const data = readPageData(page, shared.plugins)
    if (data) page.data = data
    return {
      ...page,
      findings: page.findings.filter(({ place }) => !isReportedElsewhere(place, file, options)),
    }
  } catch (error) {
    if (error instanceof PluginFailure) return emptyPage(source, options, [error.finding])
    if (!input) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message =
      error instanceof RangeError
        ? 'The page is nested too deeply to be rendered.'
        : `The page could not be rendered: ${reason}.`
    const place = { file: file.file, line: 1, column: 1 }
    return withoutBody(input, [tooComplex(message, place)])
  }
}

/** The page in place of one that could not be parsed: nothing of its body is looked at again. */
export function emptyPage(source: SourceFile, options: ParseOptions, findings: Finding[]): ParsedPage {
  // Without plugins: one of them may be why it is empty.
  const { plugins: _none, ...own } = options
  const read = readFrontmatter({ file: source.file, frontmatter: undefined })
  return withoutBody({ file: source, options, shared: processorFor(own), ...read }, findings)
}

/** What is known of a page without its body, so that the others still build. */
function withoutBody(input: PageInput, findings: readonly Finding[]): ParsedPage {
  const page = parseBody({ ...input, file: { ...input.file, body: '' } })
  return { ...page, findings: [...input.findings, ...findings], incomplete: true }
}

function tooComplex(message: string, place: Place): Finding {
  return { rule: 'markdown/too-complex', severity: 'error', place, message }
}

/** A problem in included text is reported once, by the page that the text is from, if there is one. */
function isReportedElsewhere(place: Place | undefined, file: SourceFile, options: ParseOptions): boolean {
  return place !== undefined && place.file !== file.file && isPageOf(options, place.file)
}

function parseBody(input: PageInput): ParsedPage {
  const { file, options, shared, frontmatter, keyPlaces, writeMarkdown } = input
  const context = createContext(input)
  const { lang } = context.locale
  const data = { page: context, frontmatter: structuredClone(frontmatter), lang }
  const document = new VFile({ path: file.file, value: file.body, data })
  const tree = parseMarkdown(file, shared)
  const html = shared.processor.stringify(shared.processor.runSync(tree, document), document)
  const { record, problem } = createRecord(file, {
    title: context.title,
    frontmatter,
    headings: context.headings,
    form: options.urls ?? 'html',
  })
  if (problem) {
    const place = keyPlaces['permalink'] ?? { file: file.file, line: 1, column: 1 }
    context.findings.push({ rule: 'frontmatter/permalink', severity: 'error', place, message: problem })
  }
  const { sections, excerpt } = readSections(context)
  const visible = frontmatterText(frontmatter)
  return {
    record,
    locale: file.locale,
    file: file.file,
    keyPlaces,
    html,
    ...(writeMarkdown ? { markdown: writeMarkdown(context) } : {}),
    headings: context.headings,
    links: context.links,
    anchors: anchorsOf(html, context.headings),
    sections,
    stamp: createStamp(sections, visible && hashContent(visible)),
    codeBlocks: context.codeBlocks,
    containers: context.containers,
    excerpt,
    includes: file.includes,
    findings: context.findings,
    ...(file.plugin === undefined ? {} : { plugin: file.plugin }),
    ...(context.parts.size === 0 ? {} : { parts: [...context.parts].toSorted() }),
  }
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

/** Ids of what isn't a heading, and `<a name>`, the target of links in older HTML. */
function anchorsOf(html: string, headings: readonly Heading[]): string[] {
  const found = html.matchAll(/\bid="([^"]*)"|<a name="([^"]*)"/g)
  const anchors = new Set([...found].map(([, id, name]) => id ?? name ?? ''))
  for (const { id } of headings) anchors.delete(id)
  return [...anchors]
}

function createContext({ file, options, shared, frontmatter, findings, title = '' }: PageInput): PageContext {
  const { processor, ...known } = shared
  const locale = options.locales[file.locale] ?? Object.values(options.locales)[0]
  if (!locale) throw new Error('ParseOptions.locales is empty')
  const { home, layout, heroText } = frontmatter
  return {
    ...known,
    source: file,
    options,
    locale,
    frontmatter,
    stringify: tree => processor.stringify({ type: 'root', children: [tree as RootContent] }),
    tree: { type: 'root', children: [] },
    title,
    hasHero: home === true && heroText !== null && (layout ?? 'Home') === 'Home',
    headings: [],
    headingOf: new Map(),
    links: [],
    codeBlocks: [],
    containers: [],
    used: new Map(),
    said: [],
    parts: new Set(),
    findings: [...findings],
    ids: new Map(),
    finalForms: [],
    labels: new Map(),
    endsToCome: 0,
    elements: { open: new Map(), reported: new Set() },
  }
}
