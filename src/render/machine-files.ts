import type { LoadedSite } from '../load.ts'
import type { Staging } from './files/staging.ts'
import { emitMarkdownCopies } from './markdown-copies.ts'
import { writeMissing } from './redirects.ts'
import { safeDecode, withBase } from '../shared/addresses.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site, Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { escapeHtml } from '../shared/escape.ts'
import { MANIFEST_FILE, iconsOf, openSearchFile, searches, isKeptOut } from '../site/head.ts'

/** Writes what crawlers, AI agents and browsers read beside pages, where the site wants it. */
export async function emitForMachines(loaded: LoadedSite, staging: Staging): Promise<void> {
  const { machines } = loaded.site.config
  // A file of the site's own with the name is the one that it wants.
  await writeMissing(staging, createMachineFiles(loaded.site))
  if (machines.markdown) await emitMarkdownCopies(loaded, staging)
}

const BACKGROUND = '#ffffff'

/** Descriptions of the search, and the manifest by which browsers install the site, where it wants them. */
export function createMachineFiles(site: Site): OutputFile[] {
  const { config, locales } = site
  const search = Object.values(locales).filter(locale => searches(config, locale))
  return [
    ...search.map(locale => ({
      path: safeDecode(openSearchFile(locale)).slice(1),
      content: openSearch(locale, site),
    })),
    ...(config.machines.manifest ? [{ path: MANIFEST_FILE.slice(1), content: manifest(site) }] : []),
  ]
}

/** OpenSearch 1.1: names may have 16 and 48 characters. The home page of the language opens its search by `?q=`. */
function openSearch(locale: LocaleView, { config }: Site): string {
  const { url = '', title, base } = config
  const name = locale.title || title || locale.label
  const [icon] = iconsOf(config)
  const type = icon?.type ? ` type="${escapeHtml(icon.type)}"` : ''
  const text = (value: string, length: number) => escapeHtml([...value].slice(0, length).join('').trim())
  const image = icon && escapeHtml(icon.src.startsWith('/') ? url + icon.src : icon.src)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${text(name, 16)}</ShortName>
<LongName>${text(name, 48)}</LongName>
<Description>${text(locale.description || name, 1024)}</Description>
<Language>${escapeHtml(locale.lang)}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
${image === undefined ? '' : `<Image${type}>${image}</Image>\n`}<Url type="text/html" method="get" template="${escapeHtml(url + locale.home)}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${escapeHtml(url + withBase(base, openSearchFile(locale)))}"/>
</OpenSearchDescription>
`
}

function manifest({ config, locales }: Site): string {
  const { base, theme, title, description } = config
  const [locale] = Object.values(locales)
  const background = theme.colors?.light?.bg ?? BACKGROUND
  const name = locale?.title || title
  const data = {
    id: base,
    name,
    short_name: name,
    description: (locale?.description ?? description) || undefined,
    lang: locale?.lang,
    dir: locale?.dir,
    start_url: base,
    scope: base,
    display: 'minimal-ui',
    background_color: background,
    theme_color: background,
    icons: iconsOf(config),
  }
  return JSON.stringify(data, undefined, 2) + '\n'
}

/** Limit of the sitemap protocol per file. */
const MAX_ADDRESSES = 50_000

/** `sitemap.xml` with alternates, only pages that answer 200 and may be found; empty without a site address. */
export function createSitemap(site: Site): OutputFile[] {
  const { url, base, noindex } = site.config
  if (!url || noindex) return []
  const isShown = (page: Page) => !page.record.frontmatter.unlisted && !isKeptOut(page, site.config)
  const entries = site.pages.filter(isShown).map(pageEntry)
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
