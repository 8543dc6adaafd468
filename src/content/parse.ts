import path from 'node:path/posix'
import type { RootContent } from 'hast'
import { VFile } from 'vfile'
import { hashContent } from '../lib/hash.ts'
import { type Plugin, PluginFailure } from '../plugins/run.ts'
import { type Finding, type Place, hasError, isTolerable } from '../schema/finding.ts'
import type { Header, PageRecord, ParsedPage, ParseOptions, SourceFile } from '../schema/page.ts'
import { encodePath, inForm, MARKDOWN_FILE, pageAddress } from '../shared/addresses.ts'
import { createStamp, frontmatterText } from '../site/stamps.ts'
import { type ReadFrontmatter, readFrontmatter } from './frontmatter.ts'
import { findLimitProblem } from './limits.ts'
import { isPageOf } from './scan.ts'
import { type PageContext, placeAt, report } from './page-context.ts'
import { parseMarkdown } from './parse-parts.ts'
import { readPageData } from './plugins.ts'
import { type PageProcessor, processorFor } from './processor.ts'
import { readSections } from './sections.ts'

interface PageInput extends ReadFrontmatter {
  file: SourceFile
  options: ParseOptions
  shared: PageProcessor
  writeMarkdown?: ((page: PageContext) => string) | undefined
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
  writeMarkdown?: PageInput['writeMarkdown'],
): ParsedPage {
  // Placeholders of addresses contain a NUL: none may come from an author.
  const file = { ...source, body: source.body.replaceAll('\0', '\ufffd') }
  const start = { file: file.file, line: 1, column: 1 }
  let input: PageInput | undefined
  try {
    const shared = processorFor(options, plugins)
    input = { file, options, shared, writeMarkdown, ...readFrontmatter(file, shared.plugins) }
    const limit = findLimitProblem(file.body, shared.containerNames)
    if (limit) return withoutBody(input, [tooComplex(limit.message, placeAt(file, limit.line, 1))])
    const page = parseBody(input)
    if (hasError(file.findings.filter(finding => !isTolerable(finding))))
      return withoutBody({ ...input, title: page.record.title }, [])
    if (page.record.title === '' && !hasError(input.findings))
      report(page, start, {
        rule: 'markdown/no-title',
        message: 'The page has no title: it does not start with a heading such as `# Title`.',
        hint: 'Start with a heading, or write `title:` in the frontmatter.',
      })
    const data = readPageData(page, shared.plugins)
    // A problem in included text is reported once, by the page that the text is from, if there is one.
    const isOwn = (place = start) => place.file === file.file || !isPageOf(options, place.file)
    return { ...page, ...(data && { data }), findings: page.findings.filter(({ place }) => isOwn(place)) }
  } catch (error) {
    if (error instanceof PluginFailure) return emptyPage(source, options, [error.finding])
    if (!input) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const message =
      error instanceof RangeError
        ? 'The page is nested too deeply to be rendered.'
        : `The page could not be rendered: ${reason}.`
    return withoutBody(input, [tooComplex(message, start)])
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

function parseBody(input: PageInput): ParsedPage {
  const { file, options, shared, frontmatter, keyPlaces, findings, writeMarkdown, title = '' } = input
  const { processor, ...site } = shared
  const locale = options.locales[file.locale] ?? Object.values(options.locales)[0]
  if (!locale) throw new Error('ParseOptions.locales is empty')
  const { home, layout, heroText } = frontmatter
  const page: PageContext = {
    ...site,
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
    openElements: new Map(),
    markedTags: [],
    reportedElements: new Set(),
  }
  const data = { page, frontmatter: structuredClone(frontmatter), lang: locale.lang }
  const document = new VFile({ path: file.file, value: file.body, data })
  const tree = processor.runSync(parseMarkdown(file, shared), document)
  const html = processor.stringify(tree, document)
  const record = createRecord(page, keyPlaces['permalink'])
  const { sections, excerpt } = readSections(page)
  const visible = frontmatterText(frontmatter)
  const { headings, links, codeBlocks, containers, parts } = page
  return {
    record,
    locale: file.locale,
    file: file.file,
    keyPlaces,
    html,
    ...(writeMarkdown && { markdown: writeMarkdown(page) }),
    headings,
    links,
    anchors: anchorsOf(html, page),
    sections,
    stamp: createStamp(sections, visible && hashContent(visible)),
    codeBlocks,
    containers,
    excerpt,
    includes: file.includes,
    findings: page.findings,
    ...(file.plugin !== undefined && { plugin: file.plugin }),
    ...(parts.size > 0 && { parts: [...parts].toSorted() }),
  }
}

/** Ids of what isn't a heading, and `<a name>`, the target of links in older HTML. */
function anchorsOf(html: string, { headings }: PageContext): string[] {
  const found = html.matchAll(/\bid="([^"]*)"|<a name="([^"]*)"/g)
  const anchors = new Set([...found].map(([, id, name]) => id ?? name ?? ''))
  for (const { id } of headings) anchors.delete(id)
  return [...anchors]
}

/** The entry of the page index; `headers` is missing when there are none. */
function createRecord(page: PageContext, permalinkPlace: Place | undefined): PageRecord {
  const { source, title, frontmatter, headings, options } = page
  const { relativePath } = source
  const address = pageAddress(`/${relativePath}`)
  const regular = inForm(address, options.urls ?? 'html')
  const headers = headings.flatMap(({ depth, title: heading, id }): Header[] =>
    depth === 2 || depth === 3 ? [{ level: depth, title: heading, slug: id }] : [],
  )
  return {
    title,
    frontmatter,
    regularPath: encodePath(address),
    relativePath,
    key: `v-${hashContent(relativePath)}`,
    path: encodePath(permalinkOf(page, regular, permalinkPlace) ?? regular),
    ...(headers.length > 0 && { headers }),
  }
}

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?/
const PLACEHOLDER = /:(year|i_month|month|i_day|day|minutes|seconds|slug|regular)(?![a-z_])/g

/**
 * The decoded address that the frontmatter asks for, inside the page's locale. Without an ending it is that of a folder; where
 * addresses have none, neither has it. A date that a placeholder needs and the page lacks is reported.
 * @param regular the decoded address by file name
 */
function permalinkOf(page: PageContext, regular: string, place: Place | undefined): string | undefined {
  const { frontmatter, options, source } = page
  const { locale, relativePath } = source
  const { permalink, date } = frontmatter
  if (!permalink) return undefined
  const name = path.basename(relativePath).replace(MARKDOWN_FILE, '')
  const folder = path.basename(path.dirname(relativePath))
  const dated = [date, name, folder].find(text => DATE.test(text ?? '')) ?? ''
  const [, year, month, day = year && '01'] = DATE.exec(dated) ?? []
  // As written: no time zone can move it.
  const [, minutes, seconds] = /[T ]\d{2}:(\d{2}):(\d{2})/.exec(dated) ?? []
  const values: Record<string, string | undefined> = {
    slug: (/^(?:readme|index)$/i.test(name) ? folder : name).replace(/^\d{4}-\d{2}(?:-\d{2})?-/, ''),
    regular: regular.slice(locale.length),
    year,
    month,
    day,
    i_month: month && String(Number(month)),
    i_day: day && String(Number(day)),
    minutes: year && (minutes ?? '00'),
    seconds: year && (seconds ?? '00'),
  }
  const unknown = [...permalink.matchAll(PLACEHOLDER)].find(([, key = '']) => values[key] === undefined)
  if (unknown) {
    const message = `The permalink uses \`${unknown[0]}\`, but the page has no date.`
    const start = { file: source.file, line: 1, column: 1 }
    report(page, place ?? start, { rule: 'frontmatter/permalink', severity: 'error', message })
    return undefined
  }
  const filled = permalink.replace(PLACEHOLDER, (_match, key: string) => values[key] ?? '')
  // What lies above the root does not exist: `..` ends there.
  const address = path.resolve('/', filled.replaceAll('\\', '/').replace(/^\/+/, ''))
  const local = address.startsWith(locale) ? address : locale + address.slice(1)
  if (options.urls === 'clean') return inForm(local, 'clean')
  return /\/$|\.html$/.test(local) ? local : `${local}/`
}
