import type { Board } from '../../schema/board.ts'
import { escapeHtml } from '../../shared/escape.ts'
import {
  labelOf,
  matrixSection,
  progressSection,
  staleSection,
  todoId,
  workSection,
} from './board-sections.ts'
import { HTML_STYLE } from './html-style.ts'
import { plural } from './summary.ts'

export interface BoardPageOptions {
  /** Address of the style sheet; without one, the page has its styles in itself. */
  sheet?: string
  /** Address of the site. */
  home?: string | undefined
  /** What the document may load, where its host cannot say so. */
  policy?: string | undefined
}

/** How far the translations are, as one page without scripts, in English as all that docsgen says to those who make a site. */
export function formatBoard(board: Board, { sheet, home, policy }: BoardPageOptions = {}): string {
  const title = [board.title, 'translations'].filter(Boolean).join(': ')
  const style =
    sheet === undefined
      ? `<style>${HTML_STYLE}</style>`
      : `<link rel="stylesheet" href="${escapeHtml(sheet)}">`
  const sections = [progressSection, staleSection, matrixSection, workSection].map(make => make(board))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policy === undefined ? '' : `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">\n`}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p>${summary(board)}</p>
${contents(board, home)}
</header>
<main>
${board.languages.length === 0 ? '<p>The site has one language.</p>' : sections.filter(Boolean).join('\n')}
</main>
</body>
</html>
`
}

function contents({ languages, title }: Board, home: string | undefined): string {
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

function summary({ pages, languages, hidden }: Board): string {
  const left =
    hidden > 0
      ? ` ${plural(hidden, 'page')} ${hidden === 1 ? 'is' : 'are'} left out, being drafts or unlisted: <code>docsgen check --todo all</code> has everything.`
      : ''
  return `${plural(pages.length, 'page')}, ${plural(languages.length, 'language')} besides that of the source.${left}`
}
