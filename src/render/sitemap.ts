import type { OutputFile } from '../schema/output.ts'
import type { Page, Site } from '../schema/site.ts'
import { isKeptOut } from '../site/head.ts'
import { escapeHtml } from '../shared/escape.ts'

/** Limit of the sitemap protocol per file. */
const MAX_ADDRESSES = 50_000

/** `sitemap.xml` with alternates, only pages that answer 200 and may be found; empty without a site address. */
export function createSitemap(site: Site): OutputFile[] {
  const { url, base, noindex } = site.config
  if (!url || noindex) return []
  const entries = site.pages.filter(page => !isHidden(page, site)).map(pageEntry)
  if (entries.length <= MAX_ADDRESSES) return [{ path: 'sitemap.xml', content: urlset(entries) }]
  const parts: OutputFile[] = []
  for (let start = 0; start < entries.length; start += MAX_ADDRESSES) {
    const content = urlset(entries.slice(start, start + MAX_ADDRESSES))
    parts.push({ path: `sitemap-${parts.length + 1}.xml`, content })
  }
  const index = parts.map(part => `<sitemap><loc>${escapeHtml(url + base + part.path)}</loc></sitemap>`)
  return [
    {
      path: 'sitemap.xml',
      content: `${HEADER}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${index.join('\n')}\n</sitemapindex>\n`,
    },
    ...parts,
  ]
}

function isHidden(page: Page, { config }: Site): boolean {
  return page.record.frontmatter.unlisted === true || isKeptOut(page, config)
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n'

function urlset(entries: readonly string[]): string {
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `${HEADER}<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`
}

/** `lastmod` only where git tells it, never the time of the build. */
function pageEntry({ view }: Page): string {
  const alternates = view.alternates.map(
    ({ hreflang, href }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeHtml(hreflang)}" href="${escapeHtml(href)}"/>`,
  )
  const modified = view.lastUpdated ? `<lastmod>${view.lastUpdated}</lastmod>` : ''
  return `<url><loc>${escapeHtml(view.canonical ?? '')}</loc>${modified}${alternates.join('')}</url>`
}
