import path from 'node:path'
import type { PageSummary } from '../../schema/page.ts'
import type { Site, ReadableSite } from '../../schema/site.ts'
import type { Coverage, TodoItem, Translation } from '../../site/translations.ts'
import {
  countWords,
  sumWords,
  TODO_STATES,
  listTranslations,
  summarizeCoverage,
  translationFile,
} from '../../site/translations.ts'
import { withBase } from '../../shared/addresses.ts'
import { groupBy } from '../../schema/finding.ts'
import { describeChanges } from '../../site/stamps.ts'
import { editUrl, translateUrl } from '../../site/locale-view.ts'
import { readingOrder } from '../../site/navigation.ts'
import { plural } from '../../lib/text.ts'

/** Sorted by locale, state, reading order, number of links and file. */
export function listTodo(site: ReadableSite, locales: readonly string[]): TodoItem[] {
  const order = readingOrder(site)
  const links = countLinks(site)
  const rankOf = ({ source = '' }: TodoItem) => order.get(source) ?? order.size
  const { textOf, config } = site
  return listTranslations(site)
    .filter(({ locale }) => locales.includes(locale))
    .flatMap(({ locale, localPath, state, source, page, draft, changes }): TodoItem[] => {
      if (state === 'ok' || state === 'exempt') return []
      const missing = source ? translationFile(source, locale, config.contentDir) : ''
      const file = (page ?? draft)?.file ?? missing
      const whole = source ? textOf(source).sections : []
      const words = changes
        ? countWords([...changes.changed, ...changes.added])
        : countWords(whole, source?.record.frontmatter)
      const item = { locale, state, path: localPath, file, source: source?.file, words }
      const count = links.get(source?.file ?? '') ?? 0
      return [{ ...item, links: count, changes: changes && describeChanges(changes) }]
    })
    .toSorted(
      (a, b) =>
        locales.indexOf(a.locale) - locales.indexOf(b.locale) ||
        TODO_STATES.indexOf(a.state) - TODO_STATES.indexOf(b.state) ||
        rankOf(a) - rankOf(b) ||
        b.links - a.links ||
        (a.file < b.file ? -1 : 1),
    )
}

function countLinks(site: ReadableSite) {
  const links = site.links.filter(({ from, to }) => to && from.locale === '/' && from !== to)
  const byTarget = [...groupBy(links, ({ to }) => to?.file ?? '')]
  return new Map(byTarget.map(([file, all]) => [file, new Set(all.map(({ from }) => from.file)).size]))
}

interface DashboardOptions {
  locales?: readonly string[] | undefined
  /** File → ISO date of its last change. */
  dates: ReadonlyMap<string, string>
  /** Origin of the links; undefined for none. */
  origin: string | undefined
  /** Leaves out drafts and unlisted pages. */
  published?: boolean
}

export type Dashboard = ReturnType<typeof createDashboard>

/** `hidden`: how many pages are left out. */
export function createDashboard(site: ReadableSite, options: DashboardOptions) {
  const { config } = site
  const { locales: wanted, dates, origin, published } = options
  const translations = listTranslations(site)
  const isSecret = ({ source, page }: Translation) =>
    [source, page].some(one => one?.record.frontmatter.unlisted || one?.record.frontmatter.draft)
  const secret = new Set(published ? translations.filter(isSecret).map(({ localPath }) => localPath) : [])
  const isWanted = (locale: string) => wanted?.includes(locale) ?? true
  const shown = translations.filter(cell => isWanted(cell.locale) && !secret.has(cell.localPath))
  const rows = groupBy(shown, ({ localPath }) => localPath)
  const order = readingOrder(site)
  const rankOf = ([first]: readonly Translation[]) => order.get(first?.source?.file ?? '') ?? order.size
  const coverage = summarizeCoverage(shown)
  const locales = coverage.map(({ locale }) => locale)
  const todo = listTodo(site, locales).filter(item => !secret.has(item.path))
  const pages = new Map(site.pages.map(page => [page.file, page]))

  return {
    title: site.locales['/']?.title ?? config.title,
    languages: coverage.map(one => {
      const { lang = '', label = one.locale } = site.locales[one.locale] ?? {}
      const items = todo.filter(({ locale }) => locale === one.locale)
      const work = items.flatMap(item => {
        const cell = rows.get(item.path)?.find(({ locale }) => locale === one.locale)
        return cell ? [workOf(item, cell)] : []
      })
      return { locale: one.locale, label, lang, coverage: one, ...sumWords(items), work }
    }),
    pages: [...rows]
      .toSorted(([a, left], [b, right]) => rankOf(left) - rankOf(right) || (a < b ? -1 : 1))
      .map(([path, all]) => {
        const source = all.find(cell => cell.source)?.source
        const cells = all.map(({ locale, state, draft, reason, page }) => {
          const cell = { state, draft: draft && true, reason: reason || undefined, href: hrefOf(page) }
          return [locale, cell] as const
        })
        const title = titleOf(source ?? all.find(({ page }) => page)?.page, path)
        return { path, ...title, href: hrefOf(source), cells: Object.fromEntries(cells) }
      }),
    hidden: secret.size,
  }

  function hrefOf(page: PageSummary | undefined) {
    const isShown = page && origin !== undefined && pages.has(page.file)
    return isShown ? origin + withBase(config.base, page.record.path) : undefined
  }

  function titleOf(page: PageSummary | undefined, localPath: string) {
    const lang = config.locales[page?.locale ?? '/']?.lang ?? ''
    return { title: page?.record.title || localPath, lang }
  }

  function workOf(item: TodoItem, { source, page, draft }: Translation) {
    const { theme, contentDir } = config
    const file = path.posix.relative(contentDir, item.file)
    const fileUrl = draft ? editUrl(theme, file) : translateUrl(theme, file)
    return {
      ...item,
      ...titleOf(source ?? page, item.path),
      href: hrefOf(page) ?? hrefOf(source),
      edit: page ? pages.get(page.file)?.view.editLink?.href : theme.editLinks ? fileUrl : undefined,
      date: dates.get((page ?? draft)?.file ?? ''),
    }
  }
}

export const todoFormats = ['markdown', 'json', 'csv', 'html'] as const

const HEADINGS: Record<TodoItem['state'], string> = {
  missing: 'Not translated yet',
  stale: 'Source changed',
  untranslated: 'Still in the source language',
  unknown: 'No stamp, so the source may have changed (`docsgen check --stamp --from-git`)',
  orphan: 'No source page: move or delete',
}

type TodoReport = { site: Pick<Site, 'locales'>; coverage: readonly Coverage[] }

export function formatTodo(
  items: readonly TodoItem[],
  { locales, format, ...report }: TodoReport & { locales: readonly string[]; format: string },
) {
  if (format === 'json') return JSON.stringify(items, null, 2) + '\n'
  if (format === 'csv') return [COLUMNS, ...items.map(csvRow)].map(cells => cells.join(',') + '\n').join('')
  return locales.map(locale => markdownList(items, locale, report)).join('\n')
}

const COLUMNS = ['locale', 'state', 'file', 'source', 'words', 'links', 'changes', 'path'] as const

/** Spreadsheets must not read cells as formulas (CSV injection). */
function csvRow(item: TodoItem) {
  return COLUMNS.map(name => {
    const text = String(item[name] ?? '')
    const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
}

function markdownList(all: readonly TodoItem[], locale: string, { site, coverage }: TodoReport) {
  const items = all.filter(item => item.locale === locale)
  const own = coverage.find(one => one.locale === locale)
  const { words, unchecked } = sumWords(items)
  const title = `# ${site.locales[locale]?.label ?? locale} (${locale})`
  const state = own
    ? `${own.counts.ok} of ${plural(own.total, 'page')} up to date (${own.percent}%), about ${plural(words, 'word')} to translate${unchecked > 0 ? `, ${unchecked} to review` : ''}.`
    : ''
  const groups = TODO_STATES.map(name => {
    const group = items.filter(item => item.state === name)
    return group.length > 0 && `## ${HEADINGS[name]} (${group.length})\n\n${group.map(formatItem).join('\n')}`
  })
  return [title, state, ...groups].filter(Boolean).join('\n\n') + '\n'
}

function formatItem({ file, source, words, links, changes, state }: TodoItem) {
  const from = source && state !== 'unknown' ? ` from \`${source}\`` : ''
  const size = words > 0 ? `, ${plural(words, 'word')}` : ''
  const use = links > 1 ? `, linked from ${links} pages` : ''
  return `- [ ] \`${file}\`${from}${size}${use}${changes ? `: ${changes}` : ''}`
}
