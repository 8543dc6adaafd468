import path from 'node:path/posix'
import { isFile, listFiles, readText } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { list, type Places, text, type Values, values } from '../common/importer.ts'
import type { ConvertElement, PageHost } from '../common/mdx.ts'
import {
  CONTENT,
  convertBody,
  linkTo,
  newPage,
  type ReadPage,
  readPage,
  setKeys,
  writePage,
} from '../common/page.ts'
import { categoryLabel, COMPONENTS, docIn, listCards, siblingsOf } from './components.ts'
import type { Category, Doc, SidebarNode } from './docs.ts'
import {
  type DocusaurusSite,
  type SiteLocale,
  type Translations,
  type VersionData,
  versionFile,
} from './site.ts'
import {
  type Elsewhere,
  fileTarget,
  inLocale,
  type OldVersion,
  staticFolder,
  type Targets,
} from './targets.ts'

/** A page that is being written. */
interface MovingPage {
  locale: SiteLocale
  /** Of documents; other pages have none. */
  data?: VersionData
  /** The file that it is made from, relative to the root. */
  file: string
  /** Folder of the documents, relative to the root. */
  folder: string
  /** The file that is written, relative to the root. */
  target: string
  /** In its language, without base. */
  address: string
}

function createAddresses(page: MovingPage, moving: Writing): PageHost['address'] {
  return (url, kind) => {
    if (url.startsWith('pathname:///')) return url.slice('pathname://'.length)
    if (isOutside(url) || url.startsWith('#') || url === '') return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? []
    const name = safeDecode(written)
    const open = name.startsWith('@site/static/') ? name.slice('@site/static'.length) : name
    if (open.startsWith('/')) copyPublic(open, moving)
    if (open !== name) return open + rest
    const withRest = (link: string | undefined) => (link === undefined ? undefined : link + rest)
    if (/\.mdx?$/i.test(name)) return withRest(findFile(name, page, moving))
    const isAsset = kind === 'image' || /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(name)
    if (isAsset && !name.startsWith('/')) {
      const moved = moveAsset(name, page, moving)
      if (moved !== undefined) return moved + rest
    }
    return kind === 'image' ? undefined : withRest(findAddress(name, page, moving))
  }
}

/** Where a file may be that a page names: beside it, at the top of its documents, or where the page was translated from. */
function candidates(name: string, { file, folder, data }: MovingPage): string[] {
  if (name.startsWith('@site/')) return [path.normalize(name.slice('@site/'.length))]
  const original = data?.version.folder ?? folder
  const beside = path.join(path.dirname(file), name)
  const translated = path.join(original, path.relative(folder, path.dirname(file)), name)
  return [
    beside,
    translated,
    path.join(folder, name),
    path.join(original, name),
    path.normalize(name.replace(/^\//, '')),
  ]
}

function findFile(name: string, page: MovingPage, { targets }: Writing): string | undefined {
  const found = candidates(name, page)
    .map(file => targets.atFile(file))
    .find(Boolean)
  return found === undefined ? undefined : linkTo(page.target, inLocale(found, page.locale))
}

/** An address of the site: of another language it is a file, since links are of the page's language. */
function findAddress(
  name: string,
  page: MovingPage,
  { site, targets, old, elsewhere }: Writing,
): string | undefined {
  const base = String(site.config['baseUrl'] ?? '/')
  if (!name.startsWith('/')) {
    const at =
      page.address + (site.config['trailingSlash'] === true && !page.address.endsWith('/') ? '/' : '')
    const found = targets.atAddress(path.resolve(at.endsWith('/') ? at : path.dirname(at), name))
    return found === undefined ? undefined : linkTo(page.target, inLocale(found, page.locale))
  }
  const isBased = base !== '/' && name.startsWith(base)
  const whole = isBased ? `/${name.slice(base.length)}` : name
  const local = old && `${whole}/`.startsWith(old.path) ? `/${whole.slice(old.path.length)}` : whole
  const found = local === whole && old ? undefined : targets.atAddress(local)
  if (found !== undefined && (page.locale.path !== '/' || old))
    return linkTo(page.target, inLocale(found, page.locale))
  return found === undefined
    ? (elsewhere(whole, page.locale) ?? (isBased ? whole : undefined))
    : isBased
      ? whole
      : undefined
}

/** A version has files of its own: those that its pages name come along. */
export function copyPublic(
  name: string,
  { site, copies, old }: Pick<Writing, 'site' | 'copies' | 'old'>,
): void {
  const file = staticFolder(site.config) + name
  if (old && isFile(site.root, file)) copies.set(file, `public${name}`)
}

/** Notes a file that has to be copied; its address seen from the page. */
function moveAsset(name: string, page: MovingPage, { site, copies }: Writing): string | undefined {
  const found = candidates(name, page).find(file => !file.startsWith('..') && isFile(site.root, file))
  if (found === undefined) return undefined
  const target = copies.get(found) ?? assetTarget(found, site)
  copies.set(found, target)
  return linkTo(page.target, target)
}

/** Beside the pages of its folder, or in a folder of its own. */
function assetTarget(file: string, site: DocusaurusSite): string {
  for (const data of site.versions) {
    for (const [locale, { folder }] of data.folders) {
      if (file.startsWith(`${folder}/`))
        return fileTarget(file.slice(folder.length + 1), data, { path: locale })
    }
  }
  return path.join(CONTENT, '_assets', file)
}

export interface Writing {
  site: DocusaurusSite
  targets: Targets
  translations: Translations
  /** File to copy → where to, relative to the root. */
  copies: Map<string, string>
  places: Places
  /** The old version that is written; undefined for the current site. */
  old: OldVersion | undefined
  elsewhere: Elsewhere
}

export interface WrittenPage {
  path: string
  content: string
}

/** The documents of a version in one language. */
export function writeDocs(data: VersionData, locale: SiteLocale, writing: Writing): WrittenPage[] {
  const found = data.folders.get(locale.path)
  if (!found) return []
  const docs = found.docs.map(doc => writeDoc(doc, { data, locale }, writing))
  const parts = found.parts.map(source => {
    const file = path.join(found.folder, source)
    const target = fileTarget(source, data, locale).replace(/\.mdx$/i, '.md')
    const page = readPage(readText(path.join(writing.site.root, file)) ?? '')
    const moving = { locale, data, file, folder: found.folder, target, address: '/' }
    return { path: target, content: convertBody(page, createHost(moving, page, writing)) }
  })
  return [...docs, ...parts]
}

function writeDoc(
  doc: Doc,
  { data, locale }: { data: VersionData; locale: SiteLocale },
  writing: Writing,
): WrittenPage {
  const { page, file, address } = doc
  const target = inLocale(writing.targets.pageOf(address), locale)
  const moving = { locale, data, file, folder: data.folders.get(locale.path)?.folder ?? '', target, address }
  const host = createHost(moving, page, writing)
  const siblings = siblingsOf(doc.id, data.sidebars)
  if (siblings) {
    const cards = () => ({ block: listCards(target, siblings, { ...writing, data, locale }) })
    const cardList: ConvertElement = ({ attributes }) => (attributes.has('items') ? undefined : cards())
    host.components = { ...host.components, DocCardList: cardList }
  }
  const keys = translateFrontmatter(page.frontmatter, {
    heading: page.heading,
    isAlone: !siblings && page.frontmatter['displayed_sidebar'] === undefined,
    addressOf: id => docIn(id, { data, locale })?.address,
    differs: what => writing.places.add(what, file, 1),
  })
  return { path: target, content: finishPage(page, keys, { host, title: doc.title }) }
}

function finishPage(
  page: ReadPage,
  keys: Record<string, unknown>,
  { host, title }: { host: PageHost; title: string },
): string {
  const isHidden = page.frontmatter['hide_title'] === true
  const body = convertBody(page, host)
  setKeys(page.yaml, keys)
  const start =
    page.heading === undefined && !isHidden ? `# ${escapeTitle(title)}${ownId(title, body)}\n\n` : ''
  return writePage(page.yaml, start + body)
}

function escapeTitle(title: string): string {
  return title.replace(/[\\`*[\]<>]|(?<!\w)_|_(?!\w)/g, '\\$&')
}

/** An id for the title where a heading of the same words would lose its own: the original gave it none. */
function ownId(title: string, body: string): string {
  const words = (line: string) =>
    line
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const isTaken = body.split('\n').some(line => /^#{1,6}\s/.test(line) && words(line) === words(title))
  return isTaken ? ' {#_top}' : ''
}

function createHost(
  moving: MovingPage,
  page: ReadPage,
  writing: Writing,
): PageHost & { components: PageHost['components'] } {
  const { file, folder, data, locale, target } = moving
  return {
    components: COMPONENTS,
    isMdx: isMdx(page.frontmatter['format'] ?? values(writing.site.config['markdown'])['format'], file),
    address: createAddresses(moving, writing),
    partial(from) {
      if (!/\.mdx?$/i.test(from) || !data) return undefined
      const found = from.startsWith('@site/')
        ? from.slice('@site/'.length)
        : path.join(path.dirname(file), from)
      const part = path.relative(folder, found)
      const isPart = data.folders.get(locale.path)?.parts.includes(part)
      if (isPart) return linkTo(target, fileTarget(part, data, locale).replace(/\.mdx$/i, '.md'))
      const page = writing.targets.atFile(found)
      return page === undefined ? undefined : linkTo(target, inLocale(page, locale))
    },
    differs: (what, line, column) => writing.places.add(what, file, page.bodyLine + line - 1, column),
  }
}

function isMdx(format: unknown, file: string): boolean {
  return format === 'detect' ? file.endsWith('.mdx') : format !== 'md'
}

export interface SitePages {
  folder: string
  /** Pages in Markdown, relative to `folder`. */
  markdown: string[]
  /** Pages that are programs, relative to `folder`. */
  programs: string[]
}

/** Finds the pages beside the documents. */
export async function findPages(root: string, options: unknown): Promise<SitePages> {
  const folder = text(values(options)['path']) ?? 'src/pages'
  const files =
    options === false ? [] : await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const pages = files.filter(
    file => !file.split('/').some(name => name.startsWith('_') || name === '__tests__'),
  )
  return {
    folder,
    markdown: pages.filter(file => /\.mdx?$/i.test(file)),
    programs: pages.filter(file => /\.[jt]sx?$/i.test(file) && !/\.(?:test|spec|d)\.[jt]sx?$/.test(file)),
  }
}

/** The file of a home page that is a program, relative to the root. */
export function findHomeProgram({ folder, programs }: SitePages): string | undefined {
  const name = programs.find(file => /^index\.[jt]sx?$/.test(file))
  return name === undefined ? undefined : path.join(folder, name)
}

/** The address of a file of the pages plugin. */
export function sitePageAddress(file: string): string {
  return `/${file.replace(/\.\w+$/, '').replace(/(^|\/)index$/, '$1')}`
}

/** Pages in Markdown in one language, where they are in it. */
export function writeSitePages(pages: SitePages, locale: SiteLocale, writing: Writing): WrittenPage[] {
  const folder =
    locale.path === '/' ? pages.folder : path.join(locale.folder, 'docusaurus-plugin-content-pages')
  return pages.markdown.flatMap(name => {
    const file = path.join(folder, name)
    const written = readText(path.join(writing.site.root, file))
    if (written === undefined) return []
    const page = readPage(written)
    const address = sitePageAddress(name)
    const target = inLocale(writing.targets.pageOf(address), locale)
    const host = createHost({ locale, file, folder, target, address }, page, writing)
    const keys = translateFrontmatter(page.frontmatter, {
      heading: page.heading,
      isAlone: true,
      addressOf: () => undefined,
      differs: what => writing.places.add(what, file, 1),
    })
    const title = text(page.frontmatter['title']) ?? page.heading ?? path.basename(address)
    return [{ path: target, content: finishPage(page, keys, { host, title }) }]
  })
}

/** Pages that list what is in a category. */
export function writeCategories(data: VersionData, locale: SiteLocale, writing: Writing): WrittenPage[] {
  return [...data.sidebars].flatMap(([sidebar, nodes]) =>
    indexed(nodes).map(category => {
      const { address, title, description } = category.index
      const target = inLocale(writing.targets.pageOf(address), locale)
      const context = { ...writing, data, locale }
      const say = (part: string, standard: string | undefined) =>
        writing.translations.find(
          versionFile(data),
          `sidebar.${sidebar}.category.${category.key}.link.generated-index.${part}`,
          locale,
        ) ?? standard
      const heading = say('title', title) ?? categoryLabel(sidebar, category, context)
      const about = say('description', description)
      const cards = listCards(target, { sidebar, items: category.items }, context)
      const body = [`# ${heading}`, ...(about === undefined ? [] : [about]), cards].join('\n\n')
      return {
        path: target,
        content: newPage(about === undefined ? {} : { description: about }, `${body}\n`),
      }
    }),
  )
}

type Indexed = Category & { index: NonNullable<Category['index']> }

/** Categories that have a page of their own, at any depth. */
export function indexed(nodes: readonly SidebarNode[]): Indexed[] {
  return nodes.flatMap(node =>
    node.kind === 'category' ? [...(node.index ? [node as Indexed] : []), ...indexed(node.items)] : [],
  )
}

/** A home page in place of one that is a program: title, tagline, and a button that leads to the documents. */
export function writeHome(
  locale: SiteLocale,
  start: { link: string; text: string } | undefined,
  { site, targets, translations }: Writing,
): WrittenPage {
  const title = text(site.config['title']) ?? ''
  const keys = {
    home: true,
    heroText: translations.find('docusaurus-theme-classic/navbar.json', 'title', locale) ?? title,
    tagline: text(site.config['tagline']) ?? null,
    ...(start ? { actionText: start.text, actionLink: start.link } : {}),
  }
  return { path: inLocale(targets.pageOf('/'), locale), content: `${newPage(keys, ' ').trim()}\n` }
}

/** Keys of Docusaurus that have other names here, or belong to the configuration. */
const GONE =
  'id slug sidebar_label sidebar_position sidebar_class_name sidebar_custom_props sidebar_key hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level pagination_label pagination_prev pagination_next parse_number_prefixes custom_edit_url keywords displayed_sidebar hide_breadcrumbs last_update format wrapperClassName title_meta no_index'

interface FrontmatterContext {
  /** The title that the page begins with; undefined where it is made of the frontmatter. */
  heading: string | undefined
  /** No sidebar lists the page. */
  isAlone: boolean
  /** The address of a document by its id. */
  addressOf: (id: string) => string | undefined
  differs: (what: string) => void
}

function translateFrontmatter(
  given: Values,
  { heading, isAlone, addressOf, differs }: FrontmatterContext,
): Values {
  for (const key of ['pagination_label', 'last_update', 'sidebar_class_name'] as const)
    if (given[key] !== undefined) differs(`\`${key}\` in frontmatter is left out`)
  if (text(given['custom_edit_url'])) differs('`custom_edit_url` in frontmatter is left out')
  const title = given['title']
  const label = text(given['sidebar_label'])
  const position = given['sidebar_position']
  return {
    ...Object.fromEntries(GONE.split(' ').map(key => [key, undefined])),
    title: heading === undefined || String(title ?? heading) === heading ? undefined : title,
    sidebar: isAlone ? false : label === undefined ? undefined : { label },
    order: typeof position === 'number' ? position : undefined,
    outline: outline(given),
    prev: neighbour(given['pagination_prev'], addressOf),
    next: neighbour(given['pagination_next'], addressOf),
    editLink: given['custom_edit_url'] === null ? false : undefined,
    ...meta(given),
    tags: tags(given['tags'], differs),
  }
}

function outline(given: Values): boolean | 2 | undefined {
  if (given['hide_table_of_contents'] === true) return false
  return given['toc_max_heading_level'] === 2 ? 2 : undefined
}

function neighbour(id: unknown, addressOf: FrontmatterContext['addressOf']): unknown {
  return id === null ? false : typeof id === 'string' ? addressOf(id) : undefined
}

function meta(given: Values): { meta?: unknown } {
  const keywords = Array.isArray(given['keywords']) ? given['keywords'].join(', ') : text(given['keywords'])
  return keywords ? { meta: [{ name: 'keywords', content: keywords }] } : {}
}

/** Names alone; pages that list what has a tag are none. */
function tags(given: unknown, differs: FrontmatterContext['differs']): string[] | undefined {
  const names = list(given).flatMap(tag => text(tag) ?? text(values(tag)['label']) ?? [])
  if (names.length > 0) differs('Pages of `tags` are not made')
  return names.length > 0 ? names : undefined
}
