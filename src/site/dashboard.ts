import path from 'node:path'
import type { SiteConfig } from '../schema/config.ts'
import type { PageSummary } from '../schema/page.ts'
import type { Page } from '../schema/site.ts'
import type {
  Dashboard,
  DashboardCell,
  DashboardPage,
  DashboardWork,
  Coverage,
  ReadableSite,
  TodoItem,
  Translation,
} from '../schema/translation.ts'
import { withBase } from '../shared/addresses.ts'
import { sumWords } from '../shared/translations.ts'
import { editUrl, translateUrl } from './edit-link.ts'
import { readingOrder } from './navigation.ts'
import { listTodo } from './todo.ts'
import { listTranslations, summarizeCoverage } from './translations.ts'

interface BoardOptions {
  /** Locale paths; all that are not the source language by default. */
  locales?: readonly string[] | undefined
  /** File → ISO date of its last change. */
  dates: ReadonlyMap<string, string>
  /** What addresses of the site, with base, begin with; absent where they lead nowhere. */
  origin: string | undefined
  /** Everybody can read it: what is a draft or unlisted stays out. */
  published?: boolean
}

/** How far the translations of a site are. Dates and addresses are those that the options give. */
export function createDashboard(site: ReadableSite, options: BoardOptions): Dashboard {
  const translations = listTranslations(site)
  const secret = new Set(options.published ? translations.filter(isSecret).map(one => one.localPath) : [])
  const shown = translations.filter(
    ({ locale, localPath }) => (options.locales?.includes(locale) ?? true) && !secret.has(localPath),
  )
  const rows = new Map<string, Translation[]>()
  for (const cell of shown) {
    const row = rows.get(cell.localPath) ?? []
    row.push(cell)
    rows.set(cell.localPath, row)
  }
  const context = createContext(site, options)
  const coverage = summarizeCoverage(shown)
  const todo = listTodo(
    site,
    coverage.map(({ locale }) => locale),
  ).filter(item => !secret.has(item.path))
  return {
    title: site.locales['/']?.title ?? site.config.title,
    languages: coverage.map(one => language(one, todo, rows, context)),
    pages: sortRows(rows, site).map(cells => boardPage(cells, context)),
    hidden: secret.size,
  }
}

/** True for a page that nobody is to find by a list. */
function isSecret({ source, page }: Translation): boolean {
  const isHidden = ({ record: { frontmatter } }: PageSummary) => frontmatter.unlisted || frontmatter.draft
  return [source, page].some(one => one && isHidden(one))
}

interface BoardContext extends Pick<BoardOptions, 'dates'> {
  site: ReadableSite
  hrefOf(page: PageSummary | undefined): string | undefined
  pageOf(file: string | undefined): Page | undefined
}

function createContext(site: ReadableSite, { dates, origin }: BoardOptions): BoardContext {
  const pages = new Map(site.pages.map(page => [page.file, page]))
  return {
    site,
    dates,
    pageOf: file => pages.get(file ?? ''),
    // A draft has no address.
    hrefOf: page =>
      page && origin !== undefined && pages.has(page.file)
        ? origin + withBase(site.config.base, page.record.path)
        : undefined,
  }
}

function sortRows(rows: ReadonlyMap<string, Translation[]>, site: ReadableSite): Translation[][] {
  const order = readingOrder(site)
  const rankOf = ([first]: readonly Translation[]) => order.get(first?.source?.file ?? '') ?? order.size
  return [...rows.values()].toSorted(
    (a, b) => rankOf(a) - rankOf(b) || ((a[0]?.localPath ?? '') < (b[0]?.localPath ?? '') ? -1 : 1),
  )
}

function boardPage(cells: readonly Translation[], { hrefOf, site }: BoardContext): DashboardPage {
  const localPath = cells[0]?.localPath ?? ''
  const source = cells.find(cell => cell.source)?.source
  const href = hrefOf(source)
  return {
    path: localPath,
    ...titleOf(source ?? cells.find(({ page }) => page)?.page, localPath, site),
    ...(href === undefined ? {} : { href }),
    cells: Object.fromEntries(cells.map(cell => [cell.locale, boardCell(cell, hrefOf(cell.page))])),
  }
}

function boardCell({ state, draft, reason }: Translation, href: string | undefined): DashboardCell {
  return {
    state,
    ...(draft ? { draft: true } : {}),
    ...(reason ? { reason } : {}),
    ...(href === undefined ? {} : { href }),
  }
}

function titleOf(
  page: PageSummary | undefined,
  localPath: string,
  { config }: ReadableSite,
): { title: string; lang: string } {
  const lang = config.locales[page?.locale ?? '/']?.lang ?? ''
  return { title: page?.record.title || localPath, lang }
}

function language(
  coverage: Coverage,
  todo: readonly TodoItem[],
  rows: ReadonlyMap<string, readonly Translation[]>,
  context: BoardContext,
): Dashboard['languages'][number] {
  const { locale } = coverage
  const items = todo.filter(item => item.locale === locale)
  const { lang = '', label = locale } = context.site.locales[locale] ?? {}
  const work = items.flatMap(item => {
    const cell = rows.get(item.path)?.find(one => one.locale === locale)
    return cell ? [boardWork(item, cell, context)] : []
  })
  return { locale, label, lang, coverage, ...sumWords(items), work }
}

function boardWork(
  item: TodoItem,
  cell: Translation,
  { site, hrefOf, dates, pageOf }: BoardContext,
): DashboardWork {
  const { source, page, draft } = cell
  const href = hrefOf(page) ?? hrefOf(source)
  const { theme, contentDir } = site.config
  const relative = path.posix.relative(contentDir, item.file)
  const fileUrl = draft ? editUrl(theme, relative) : translateUrl(theme, relative)
  const edit = page ? pageOf(page.file)?.view.editLink?.href : theme.editLinks ? fileUrl : undefined
  const date = dates.get((page ?? draft)?.file ?? '')
  return {
    ...item,
    ...titleOf(source ?? page, item.path, site),
    ...(href === undefined ? {} : { href }),
    ...(edit === undefined ? {} : { edit }),
    ...(date === undefined ? {} : { date }),
  }
}

/** Output path of the page that shows how far translations are. */
export const DASHBOARD_FILE = 'translations.html'

/** It, where the site wants it; pages may link to it as to public files. */
export function dashboardFiles({ check }: Pick<SiteConfig, 'check'>): string[] {
  return check.dashboard ? [DASHBOARD_FILE] : []
}
