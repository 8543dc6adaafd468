import path from 'node:path'
import type { LoadedSite } from '../load.ts'
import { attributes } from './files/page.ts'
import { type Staging, writeMissing } from './files/staging.ts'
import { safeDecode, withBase, encodePath } from '../shared/addresses.ts'
import type { OutputFile, Site, Page } from '../schema/site.ts'
import type { LocaleView, PageView, SidebarItem } from '../schema/view.ts'
import { escapeHtml } from '../shared/escape.ts'
import {
  MANIFEST_FILE,
  iconsOf,
  openSearchFile,
  searchAddress,
  searches,
  isKeptOut,
  markdownFile,
  markdownPath,
  hasMarkdown,
  llmsName,
} from '../site/head.ts'
import { readFileSync } from 'node:fs'
import type { SiteConfig } from '../schema/config.ts'
import { LINK_PLACEHOLDER } from '../schema/page.ts'

/** The site's own OpenSearch documents and manifest win. */
export async function emitForMachines({ site, contents }: LoadedSite, staging: Staging) {
  const { config } = site
  await writeMissing(staging, createMachineFiles(site))
  if (!config.machines.markdown) return
  const copyOf = createMarkdownCopies(site)
  for (const page of site.pages.filter(each => hasMarkdown(each, config))) {
    const content = copyOf(page, contents.readMarkdown(page.file))
    await staging.write({ path: markdownFile(page), content })
  }
  for (const { locale, list, pages } of createLlms(site)) {
    await staging.write(list)
    const name = llmsName(locale, 'llms-full')
    const parts = pages.map(page => {
      const address = wholeAddress(config, withBase(config.base, page.view.path), name)
      const text = readFileSync(path.join(staging.folder, markdownFile(page)), 'utf8')
      return `\n---\n\nSource: ${address}\n\n${text}`
    })
    await staging.write({ path: name, content: [`${titleOf(locale, config)}\n`, ...parts].join('') })
  }
}

export function createMachineFiles(site: Site): OutputFile[] {
  const { config, locales } = site
  const searched = Object.values(locales).filter(locale => searches(config, locale))
  const files = searched.map(locale => {
    return { path: safeDecode(openSearchFile(locale)).slice(1), content: openSearch(locale, site) }
  })
  if (config.machines.manifest) files.push({ path: MANIFEST_FILE.slice(1), content: manifest(site) })
  return files
}

/** OpenSearch 1.1 limits names to 16 and 48 characters. */
function openSearch(locale: LocaleView, { config }: Site) {
  const { url = '', title, base } = config
  const name = locale.title || title || locale.label
  const [icon] = iconsOf(config)
  const type = icon?.type ? attributes({ type: icon.type }) : ''
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
${image === undefined ? '' : `<Image${type}>${image}</Image>\n`}<Url type="text/html" method="get" template="${escapeHtml(url + searchAddress(locale))}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${escapeHtml(url + withBase(base, openSearchFile(locale)))}"/>
</OpenSearchDescription>
`
}

function manifest({ config, locales }: Site) {
  const { base, theme, title, description } = config
  const [locale] = Object.values(locales)
  const background = theme.colors?.light?.bg ?? '#ffffff'
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

const MAX_ADDRESSES = 50_000

/** Lists pages that answer 200 and may be found. */
export function createSitemap(site: Site): OutputFile[] {
  const { url, base, noindex } = site.config
  if (!url || noindex) return []
  const shown = site.pages.filter(page => !page.record.frontmatter.unlisted && !isKeptOut(page, site.config))
  const entries = shown.map(pageEntry)
  const fileOf = (name: string, root: string, lines: readonly string[], namespace = '') => ({
    path: `${name}.xml`,
    content: `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>
${lines.join('\n')}
</${root}>
`,
  })
  const urlset = (name: string, start: number) => {
    const lines = entries.slice(start, start + MAX_ADDRESSES)
    return fileOf(name, 'urlset', lines, ' xmlns:xhtml="http://www.w3.org/1999/xhtml"')
  }
  if (entries.length <= MAX_ADDRESSES) return [urlset('sitemap', 0)]
  const parts: OutputFile[] = []
  for (let start = 0; start < entries.length; start += MAX_ADDRESSES)
    parts.push(urlset(`sitemap-${parts.length + 1}`, start))
  const index = parts.map(part => `<sitemap><loc>${escapeHtml(url + base + part.path)}</loc></sitemap>`)
  return [fileOf('sitemap', 'sitemapindex', index), ...parts]
}

/** `lastmod` is the date of the last commit, not of the build. */
function pageEntry({ view }: Page) {
  const alternates = view.alternates.map(({ hreflang, href }) => {
    return `<xhtml:link${attributes({ rel: 'alternate', hreflang, href })}/>`
  })
  const modified = view.lastUpdated ? `<lastmod>${view.lastUpdated}</lastmod>` : ''
  return `<url><loc>${escapeHtml(view.canonical ?? '')}</loc>${modified}${alternates.join('')}</url>`
}

function titleOf(locale: LocaleView, { title }: SiteConfig) {
  return `# ${escapeMarkdown(locale.title || title || locale.label)}`
}

/** Absolute if `url` is known, relative to `file` if the site opens from any path. */
export function wholeAddress(config: Pick<SiteConfig, 'url' | 'relative'>, address: string, file: string) {
  if (!address.startsWith('/')) return address
  if (!config.relative) return (config.url ?? '') + address
  return '../'.repeat(file.split('/').length - 1) + address.slice(1)
}

/** Links lead to the copy of the page, or of a fallback's original; else absolute. */
export function createCopyLinks(site: Site): (address: string, file: string) => string {
  const { config } = site
  const { base } = config
  const copies = new Map<string, string>()
  for (const page of [...site.pages, ...site.fallbacks]) {
    const original = page.original ?? page
    if (hasMarkdown(original, config))
      copies.set(withBase(base, page.record.path), withBase(base, markdownPath(original.record)))
  }
  return (address, file) => {
    const [, start = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(address) ?? []
    const copy = copies.get(start)
    return wholeAddress(config, copy === undefined ? address : copy + hash, file)
  }
}

export function createMarkdownCopies(site: Site): (page: Page, markdown: string) => string {
  const linked = createCopyLinks(site)
  return (page, markdown) => {
    const { record, headings, view } = page
    const { heroText, description } = view.frontmatter
    const locale = site.locales[page.locale] as LocaleView
    const linkTo = (address: string) => linked(address, markdownFile(page))
    const isHome = view.layout === 'Home'
    const name = isHome ? (heroText ?? (locale.title || record.title)) : record.title
    const blocks = isHome ? homeBlocks(view, locale, linkTo) : quotation(description)
    const addresses = page.addresses.map(address =>
      linkTo(typeof address === 'string' ? address : (address?.src ?? '')),
    )
    const text = fillMarkdown(markdown, addresses)
    const hasHeading = name === '' || headings.some(({ depth }) => depth === 1)
    const [, own = '', rest = ''] = /^(# [^\n]*|)(.*)$/s.exec(text) ?? []
    const [title, body] = hasHeading ? [own, rest.trimStart()] : [`# ${escapeMarkdown(name)}`, text]
    return [title, ...blocks, body].filter(Boolean).join('\n\n') + '\n'
  }
}

/** Link destinations without angle brackets can't contain NUL. */
// eslint-disable-next-line no-control-regex
const IN_LINK = /<\u0000(\d+)\u0000>/g

export function fillMarkdown(markdown: string, addresses: readonly string[]) {
  return markdown
    .replace(IN_LINK, (_match, index: string) => markdownAddress(addresses[Number(index)] ?? ''))
    .replace(LINK_PLACEHOLDER, (_match, index: string) => escapeHtml(addresses[Number(index)] ?? ''))
    .trim()
}

function quotation(text: string | null | undefined) {
  return text?.trim() ? [`> ${escapeMarkdown(text)}`] : []
}

function homeBlocks({ frontmatter }: PageView, locale: LocaleView, linkTo: (address: string) => string) {
  const { heroSubtitle, tagline, description, actionText: text, actionLink: link } = frontmatter
  const first = text !== undefined && link !== undefined ? [{ text, link }] : []
  const buttons = [...first, ...(frontmatter.actions ?? [])]
  const actions = buttons.map(button => `- ${markdownLink(button.text, linkTo(button.link))}`)
  const features = (frontmatter.features ?? []).map(({ title, details, link: to, linkText }) => {
    const about = details === undefined ? '' : `: ${escapeMarkdown(details)}`
    const plain = `- **${escapeMarkdown(title)}**${about}`
    if (to === undefined) return plain
    if (linkText === undefined) return `- **${markdownLink(title, linkTo(to))}**${about}`
    return `${plain} ${markdownLink(linkText, linkTo(to))}`
  })
  return [
    ...quotation(heroSubtitle),
    ...quotation(tagline === undefined ? (description ?? locale.description) : tagline),
    ...[actions, features].filter(lines => lines.length > 0).map(lines => lines.join('\n')),
  ]
}

/** `llms.txt` of each language (llmstxt.org): its listed and searched pages by the groups of its sidebars. */
export function createLlms(site: Site) {
  const { config, locales } = site
  const listed = site.pages.filter(page => {
    const { unlisted, search } = page.record.frontmatter
    return hasMarkdown(page, config) && !unlisted && search !== false
  })
  return Object.values(locales).map(locale => {
    const own = listed.filter(page => page.locale === locale.path)
    const sections = groupPages(own, locale, config.base)
    const name = llmsName(locale, 'llms')
    const address = (target: string) => wholeAddress(config, withBase(config.base, target), name)
    const fileLink = (text: string, file: string) =>
      `- ${markdownLink(text, address(encodePath(`/${file}`)))}`
    const others = Object.values(locales).filter(({ path: other }) => other !== locale.path)
    const blocks = [
      titleOf(locale, config),
      ...quotation(locale.description),
      ...sections.map(({ title, pages }) => {
        const lines = pages.map(({ view, record, excerpt }) => {
          const about = record.frontmatter.description ?? excerpt
          const link = markdownLink(view.title || view.path, address(markdownPath(record)))
          return `- ${link}${about === '' ? '' : `: ${escapeMarkdown(about)}`}`
        })
        return `## ${escapeMarkdown(title)}\n\n${lines.join('\n')}`
      }),
      [
        '## Optional\n',
        fileLink('llms-full.txt', llmsName(locale, 'llms-full')),
        ...others.map(other => fileLink(other.label, llmsName(other, 'llms'))),
      ].join('\n'),
    ]
    const list = { path: name, content: blocks.join('\n\n') + '\n' }
    return { locale, list, pages: sections.flatMap(({ pages }) => pages) }
  })
}

/** Each page once, in the first group that lists it; pages outside all groups come first. */
function groupPages(pages: readonly Page[], { sidebars, strings, home }: LocaleView, base: string) {
  const byAddress = new Map(pages.map(page => [withBase(base, page.view.path), page]))
  const take = (href = '') => {
    const page = byAddress.get(href)
    byAddress.delete(href)
    return page ? [page] : []
  }
  const takeAll = ({ link, items }: SidebarItem): Page[] => [...take(link?.href), ...items.flatMap(takeAll)]
  const loose = take(home)
  const top = Object.values(sidebars).flat()
  const groups = top.flatMap(item => {
    const found = takeAll(item)
    if (item.items.length > 0) return [{ title: item.text, pages: found }]
    loose.push(...found)
    return []
  })
  const first = { title: strings.sidebarNavigation, pages: [...loose, ...byAddress.values()] }
  return [first, ...groups].filter(section => section.pages.length > 0)
}

function escapeMarkdown(text: string) {
  return text
    .replace(/[\\`*[\]<]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function markdownLink(text: string, address: string) {
  return `[${escapeMarkdown(text)}](${markdownAddress(address)})`
}

/** In angle brackets if it would end too early without them. */
function markdownAddress(address: string) {
  return /[\s()<>]/.test(address) ? `<${address.replace(/[<>]/g, encodeURIComponent)}>` : address
}
