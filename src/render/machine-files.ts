import type { LoadedSite } from '../load.ts'
import type { Staging } from './files/staging.ts'
import { emitMarkdownCopies } from './markdown-copies.ts'
import { writeMissing } from './redirects.ts'
import { safeDecode } from '../shared/addresses.ts'
import type { OutputFile } from '../schema/output.ts'
import type { Site } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { escapeHtml } from '../shared/escape.ts'
import { MANIFEST_FILE, iconsOf, openSearchFile, searches } from '../site/head.ts'

/** Writes what crawlers, AI agents and browsers read besides pages, where the site wants it. */
export async function emitForMachines(loaded: LoadedSite, staging: Staging): Promise<void> {
  const { machines } = loaded.site.config
  // A file of the site's own with the name is the one that it wants.
  await writeMissing(staging, createMachineFiles(loaded.site))
  if (machines.markdown) await emitMarkdownCopies(loaded, staging)
}

/** Background of the theme in light colours, where the configuration has no other. */
const BACKGROUND = '#ffffff'

/** What browsers install the site and ask its search by, where it wants that. */
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
  const { url = '', title } = config
  const name = locale.title || title || locale.label
  const [icon] = iconsOf(config)
  const own = url + config.base.slice(0, -1) + openSearchFile(locale)
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(shorten(name, 16))}</ShortName>
<LongName>${escapeHtml(shorten(name, 48))}</LongName>
<Description>${escapeHtml(shorten(locale.description || name, 1024))}</Description>
<Language>${escapeHtml(locale.lang)}</Language>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
${icon ? `<Image${icon.type ? ` type="${escapeHtml(icon.type)}"` : ''}>${escapeHtml(whole(icon.src, url))}</Image>\n` : ''}<Url type="text/html" method="get" template="${escapeHtml(url + locale.home)}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${escapeHtml(own)}"/>
</OpenSearchDescription>
`
}

function whole(address: string, url: string): string {
  return address.startsWith('/') ? url + address : address
}

function shorten(text: string, length: number): string {
  return [...text].slice(0, length).join('').trim()
}

/** One for the site: it starts in its source language. */
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
