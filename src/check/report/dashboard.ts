import type {
  Dashboard,
  DashboardCell,
  DashboardLanguage,
  DashboardPage,
  DashboardWork,
  Coverage,
} from '../../schema/translation.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { STATES } from '../../shared/translations.ts'
import { coverageColumns, SIGNS, unknownLines } from './coverage.ts'
import { numberCell, withCode, writeHeads, writePage, writeSection, writeTable } from './html-page.ts'
import { plural } from './summary.ts'

interface DashboardOptions {
  /** Address of the style sheet; without one, the page has its styles in itself. */
  sheet?: string
  /** Address of the site. */
  home?: string | undefined
  /** Content security policy, where the host can't send one. */
  policy?: string | undefined
}

/** The translation dashboard: one page without scripts, in English like everything that docsgen says to authors. */
export function formatDashboard(
  dashboard: Dashboard,
  { sheet, home, policy }: DashboardOptions = {},
): string {
  const sections = [progressSection, staleSection, matrixSection, workSection].map(write => write(dashboard))
  return writePage({
    title: [dashboard.title, 'translations'].filter(Boolean).join(': '),
    sheet,
    policy,
    icon: true,
    header: [`<p>${summary(dashboard)}</p>`, contents(dashboard, home)],
    main: dashboard.languages.length === 0 ? ['<p>The site has one language.</p>'] : sections.filter(Boolean),
  })
}

function contents({ languages, title }: Dashboard, home: string | undefined): string {
  const isStale = languages.some(({ coverage }) => coverage.counts.stale > 0)
  const links = [
    ...(languages.length > 0 ? ['<a href="#coverage">Progress</a>'] : []),
    ...(isStale ? ['<a href="#stale">Source has changed</a>'] : []),
    ...(languages.length > 0 ? ['<a href="#matrix">Pages</a>'] : []),
    ...languages.map(language => `<a href="#${todoId(language)}">${labelOf(language)}</a>`),
    ...(home === undefined ? [] : [`<a href="${escapeHtml(home)}">${escapeHtml(title || 'The site')}</a>`]),
  ]
  return `<nav aria-label="Contents"><p>${links.join(' · ')}</p></nav>`
}

function summary({ pages, languages, hidden }: Dashboard): string {
  const left =
    hidden > 0
      ? ` ${plural(hidden, 'page')} ${hidden === 1 ? 'is' : 'are'} left out, being drafts or unlisted: <code>docsgen check --todo all</code> has everything.`
      : ''
  return `${plural(pages.length, 'page')}, ${plural(languages.length, 'language')} besides that of the source.${left}`
}

/** Coverage of every language as a bar and in numbers; empty for a site in one language. */
export function progressSection({ languages }: Dashboard): string {
  if (languages.length === 0) return ''
  const coverage = languages.map(language => language.coverage)
  const [percent, ...states] = coverageColumns(coverage)
  const head = (name: string) => `<th scope="col">${name}</th>`
  const rows = languages.map(language => {
    const cells = states.map(({ value }) => numberCell(value(language.coverage).replace(/^0$/, '')))
    return `<tr><th scope="row">${nameOf(language)}</th>${numberCell(percent.value(language.coverage))}<td>${bar(language.coverage)}</td>${numberCell(wordsToDo(language))}${cells.join('')}</tr>`
  })
  const caption = 'How much of each language is up to date'
  const names = ['Words to do', ...states.map(({ sign, name }) => (sign ? `${sign} ${name}` : name))]
  return writeSection('coverage', 'Progress', [
    writeTable({
      caption,
      name: caption,
      head: `${head('Language')}${head(sentence(percent.name))}<td></td>${names.map(head).join('')}`,
      rows,
    }),
    ...unknownLines({ coverage }).map(line => `<p>${withCode(line)}</p>`),
  ])
}

function wordsToDo({ words, unchecked }: DashboardLanguage): string {
  return unchecked > 0 ? `${words || 0} + ${unchecked} to look through` : String(words || '')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function nameOf(language: DashboardLanguage): string {
  return `${labelOf(language)} <code>${escapeHtml(language.locale)}</code>`
}

/** Name of a language, in itself. */
function labelOf({ label, lang }: DashboardLanguage): string {
  return `<bdi lang="${escapeHtml(lang)}">${escapeHtml(label)}</bdi>`
}

/** Id of the heading above its work list. */
function todoId({ locale }: DashboardLanguage): string {
  return escapeHtml(`todo${locale.replaceAll('/', '-').slice(0, -1)}`)
}

/** A bar of the states; the numbers stand beside it, so it is hidden from assistive technology. */
function bar({ counts, total }: Coverage): string {
  let offset = 0
  const parts = STATES.filter(state => state !== 'orphan' && state !== 'exempt').map(state => {
    const width = total > 0 ? Math.round((counts[state] * 2000) / total) / 10 : 0
    const part = `<rect class="${state}" x="${offset}" width="${width}" height="12"/>`
    offset = Math.round((offset + width) * 10) / 10
    return width > 0 ? part : ''
  })
  return `<svg viewBox="0 0 200 12" width="200" height="12" aria-hidden="true">${parts.join('')}</svg>`
}

/** Column of long texts. */
const WIDE = 'What changed since'

/** Translations whose source has changed since, those that nobody has touched for the longest time first. */
export function staleSection({ languages }: Dashboard): string {
  const stale = languages
    .flatMap(language => language.work.map(work => ({ language, work })))
    .filter(({ work }) => work.state === 'stale')
    .toSorted((a, b) => compare(a.work.date ?? '', b.work.date ?? ''))
  if (stale.length === 0) return ''
  const isDated = stale.some(({ work }) => work.date !== undefined)
  const rows = stale.map(
    ({ language, work }) =>
      `<tr>${pageHead(work)}<td>${nameOf(language)}</td>${isDated ? dateCell(work) : ''}${numberCell(work.words || '')}<td class="wide">${escapeHtml(work.changes ?? '')}</td>${fileCell(work)}</tr>`,
  )
  const names = ['Page', 'Language', ...(isDated ? ['Last touched'] : []), 'Words', WIDE, 'File']
  const caption = 'Translations whose source has changed since'
  return writeSection('stale', `Source has changed${isDated ? ', oldest first' : ''}`, [
    writeTable({ caption, name: caption, head: writeHeads(names, WIDE), rows }),
  ])
}

/** Work of each language, most useful first. */
function workSection({ languages }: Dashboard): string {
  const lists = languages.map(language => {
    const { work, words, unchecked } = language
    const more = unchecked > 0 ? ` and ${unchecked} to look through` : ''
    const caption = `${plural(work.length, 'page')}, about ${plural(words, 'word')} to translate${more}`
    const head = writeHeads(['Page', 'State', 'Words', WIDE, 'File'], WIDE)
    const rows = work.map(
      item =>
        `<tr>${pageHead(item)}<td class="${item.state}">${SIGNS[item.state]} ${item.state}</td>${numberCell(item.words || '')}<td class="wide">${escapeHtml(item.changes ?? '')}</td>${fileCell(item)}</tr>`,
    )
    const list =
      rows.length > 0
        ? writeTable({ name: `To do: ${language.label}`, caption, head, rows })
        : '<p>Nothing to do.</p>'
    return `<h3 id="${todoId(language)}">${nameOf(language)}</h3>\n${list}`
  })
  return writeSection('todo', 'To do', lists)
}

/** Page × language; empty for a site in one language. */
export function matrixSection({ pages, languages }: Dashboard): string {
  if (languages.length === 0) return ''
  const head = languages.map(language => `<th scope="col">${labelOf(language)}</th>`)
  return writeSection('matrix', 'Pages', [
    '<p><input type="checkbox" id="gaps"> <label for="gaps">Only pages with gaps</label></p>',
    writeTable({
      caption: 'State of each page by language',
      name: 'State of each page by language',
      head: `<th scope="col">Page</th>${head.join('')}`,
      rows: pages.map(page => matrixRow(page, languages)),
    }),
  ])
}

function matrixRow(page: DashboardPage, languages: readonly DashboardLanguage[]): string {
  const complete = Object.values(page.cells).every(({ state }) => state === 'ok' || state === 'exempt')
  const cells = languages.map(({ locale }) => matrixCell(page.cells[locale]))
  return `<tr${complete ? ' class="complete"' : ''}>${pageHead(page)}${cells.join('')}</tr>`
}

function matrixCell(cell: DashboardCell | undefined): string {
  if (!cell) return '<td></td>'
  const { state, reason, draft, href } = cell
  const title = reason ? ` title="${escapeHtml(reason)}"` : ''
  return `<td class="${state}"${title}>${SIGNS[state]} ${linked(state, href)}${draft ? ', draft' : ''}</td>`
}

function pageHead({
  title,
  lang,
  href,
  path,
}: Pick<DashboardPage, 'title' | 'lang' | 'href' | 'path'>): string {
  const name =
    title === path
      ? `<code>${escapeHtml(path)}</code>`
      : `<bdi lang="${escapeHtml(lang)}">${escapeHtml(title)}</bdi>`
  const below = title === path ? '' : ` <code>${escapeHtml(path)}</code>`
  return `<th scope="row">${linked(name, href)}${below}</th>`
}

/** The file, which leads to where it can be edited or written. */
function fileCell({ file, edit }: DashboardWork): string {
  return `<td>${linked(`<code>${escapeHtml(file)}</code>`, edit)}</td>`
}

function dateCell({ date }: DashboardWork): string {
  const day = date?.slice(0, 10)
  return `<td>${day ? `<time datetime="${day}">${day}</time>` : ''}</td>`
}

function linked(html: string, href: string | undefined): string {
  return href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
