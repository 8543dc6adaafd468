import type { Board, BoardCell, BoardLanguage, BoardPage, BoardWork } from '../../schema/board.ts'
import type { Coverage, TranslationState } from '../../schema/translation.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { STATES } from '../../shared/translations.ts'
import { withCode } from './html-text.ts'
import { plural, unknownLines } from './summary.ts'

/** A sign beside the colour, so that the states differ without colour too. */
const SIGNS: Record<TranslationState, string> = {
  ok: '✓',
  unknown: '…',
  missing: '–',
  stale: '↻',
  untranslated: '=',
  orphan: '?',
  exempt: '·',
}

/** Coverage of every language as a bar and in numbers; empty for a site in one language. */
export function progressSection({ languages }: Board): string {
  if (languages.length === 0) return ''
  const coverage = languages.map(language => language.coverage)
  const states = STATES.filter(state => coverage.some(({ counts }) => counts[state] > 0))
  const heads = ['Up to date', 'Words to do', ...states.map(state => `${SIGNS[state]} ${state}`)]
  const [percent = '', ...others] = heads.map(head => `<th scope="col">${head}</th>`)
  const rows = languages.map(language => progressRow(language, states))
  return section('coverage', 'Progress', [
    table({
      caption: 'How much of each language is up to date',
      head: `<th scope="col">Language</th>${percent}<td></td>${others.join('')}`,
      rows,
    }),
    ...unknownLines({ coverage }).map(line => `<p>${withCode(line)}</p>`),
  ])
}

function progressRow(language: BoardLanguage, states: readonly TranslationState[]): string {
  const { coverage, words, unchecked } = language
  const cells = states.map(state => number(coverage.counts[state] || ''))
  const todo = unchecked > 0 ? `${words || 0} + ${unchecked} to look through` : String(words || '')
  return `<tr><th scope="row">${nameOf(language)}</th>${number(`${coverage.percent} %`)}<td>${bar(coverage)}</td>${number(todo)}${cells.join('')}</tr>`
}

function nameOf(language: BoardLanguage): string {
  return `${labelOf(language)} <code>${escapeHtml(language.locale)}</code>`
}

/** Name of a language, in itself. */
export function labelOf({ label, lang }: BoardLanguage): string {
  return `<bdi lang="${escapeHtml(lang)}">${escapeHtml(label)}</bdi>`
}

/** Id of the heading above its work list. */
export function todoId({ locale }: BoardLanguage): string {
  return escapeHtml(`todo${locale.replaceAll('/', '-').slice(0, -1)}`)
}

function number(text: string | number): string {
  return `<td class="number">${text}</td>`
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

/** Translations whose source has changed since, those that nobody has touched for the longest time first. */
export function staleSection({ languages }: Board): string {
  const stale = languages
    .flatMap(language => language.work.map(work => ({ language, work })))
    .filter(({ work }) => work.state === 'stale')
    .toSorted((a, b) => compare(a.work.date ?? '', b.work.date ?? ''))
  if (stale.length === 0) return ''
  const isDated = stale.some(({ work }) => work.date !== undefined)
  const rows = stale.map(
    ({ language, work }) =>
      `<tr>${pageHead(work)}<td>${nameOf(language)}</td>${isDated ? dateCell(work) : ''}${number(work.words || '')}<td class="wide">${escapeHtml(work.changes ?? '')}</td>${fileCell(work)}</tr>`,
  )
  const head = heads([
    'Page',
    'Language',
    ...(isDated ? ['Last touched'] : []),
    'Words',
    'What changed since',
    'File',
  ])
  return section('stale', `Source has changed${isDated ? ', oldest first' : ''}`, [
    table({ caption: 'Translations whose source has changed since', head, rows }),
  ])
}

/** What is to be done in each language, in the order in which it is worth doing. */
export function workSection({ languages }: Board): string {
  const lists = languages.map(language => {
    const { work, words, unchecked } = language
    const more = unchecked > 0 ? ` and ${unchecked} to look through` : ''
    const caption = `${plural(work.length, 'page')}, about ${plural(words, 'word')} to translate${more}`
    const head = heads(['Page', 'State', 'Words', 'What changed since', 'File'])
    const rows = work.map(
      item =>
        `<tr>${pageHead(item)}<td class="${item.state}">${SIGNS[item.state]} ${item.state}</td>${number(item.words || '')}<td class="wide">${escapeHtml(item.changes ?? '')}</td>${fileCell(item)}</tr>`,
    )
    const list =
      rows.length > 0
        ? table({ name: `To do: ${language.label}`, caption, head, rows })
        : '<p>Nothing to do.</p>'
    return `<h3 id="${todoId(language)}">${nameOf(language)}</h3>\n${list}`
  })
  return section('todo', 'To do', lists)
}

/** Page × language; empty for a site in one language. */
export function matrixSection({ pages, languages }: Board): string {
  if (languages.length === 0) return ''
  const head = languages.map(language => `<th scope="col">${labelOf(language)}</th>`)
  return section('matrix', 'Pages', [
    '<p><input type="checkbox" id="gaps"> <label for="gaps">Only pages with gaps</label></p>',
    table({
      caption: 'State of each page by language',
      head: `<th scope="col">Page</th>${head.join('')}`,
      rows: pages.map(page => matrixRow(page, languages)),
    }),
  ])
}

function matrixRow(page: BoardPage, languages: readonly BoardLanguage[]): string {
  const complete = Object.values(page.cells).every(({ state }) => state === 'ok' || state === 'exempt')
  const cells = languages.map(({ locale }) => matrixCell(page.cells[locale]))
  return `<tr${complete ? ' class="complete"' : ''}>${pageHead(page)}${cells.join('')}</tr>`
}

function matrixCell(cell: BoardCell | undefined): string {
  if (!cell) return '<td></td>'
  const { state, reason, draft, href } = cell
  const title = reason ? ` title="${escapeHtml(reason)}"` : ''
  return `<td class="${state}"${title}>${SIGNS[state]} ${linked(state, href)}${draft ? ', draft' : ''}</td>`
}

function pageHead({ title, lang, href, path }: Pick<BoardPage, 'title' | 'lang' | 'href' | 'path'>): string {
  const name =
    title === path
      ? `<code>${escapeHtml(path)}</code>`
      : `<bdi lang="${escapeHtml(lang)}">${escapeHtml(title)}</bdi>`
  const below = title === path ? '' : ` <code>${escapeHtml(path)}</code>`
  return `<th scope="row">${linked(name, href)}${below}</th>`
}

/** The file, which leads to where it can be edited or written. */
function fileCell({ file, edit }: BoardWork): string {
  return `<td>${linked(`<code>${escapeHtml(file)}</code>`, edit)}</td>`
}

function dateCell({ date }: BoardWork): string {
  const day = date?.slice(0, 10)
  return `<td>${day ? `<time datetime="${day}">${day}</time>` : ''}</td>`
}

function linked(html: string, href: string | undefined): string {
  return href === undefined ? html : `<a href="${escapeHtml(href)}">${html}</a>`
}

function heads(names: readonly string[]): string {
  return names
    .map(name => `<th scope="col"${name === 'What changed since' ? ' class="wide"' : ''}>${name}</th>`)
    .join('')
}

interface TableParts {
  caption: string
  /** Accessible name of what scrolls, where the caption alone is none. */
  name?: string
  head: string
  rows: readonly string[]
}

/** A table that scrolls by itself where it is wider than the window, with the keyboard too. */
function table({ caption, name = caption, head, rows }: TableParts): string {
  return `<div class="scroll" role="group" aria-label="${escapeHtml(name)}" tabindex="0"><table>
<caption><span>${escapeHtml(caption)}</span></caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>`
}

function section(id: string, title: string, parts: readonly string[]): string {
  return `<section aria-labelledby="${id}">\n<h2 id="${id}">${title}</h2>\n${parts.join('\n')}\n</section>`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
