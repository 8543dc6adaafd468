import path from 'node:path/posix'
import { isFile, readText } from '../../lib/files.ts'
import { isOutside, safeDecode } from '../../shared/addresses.ts'
import { DOCUSAURUS_KINDS } from '../../schema/containers.ts'
import { attributes, box, code, container, content, link, tabs } from '../common/components.ts'
import { list, text, type Values, values } from '../common/values.ts'
import type { ConvertElement, PageHost } from '../common/mdx.ts'
import {
  CONTENT,
  convertBody,
  convertPage,
  linkTo,
  newPage,
  type ReadPage,
  readPage,
} from '../common/page.ts'
import { type Category, type Doc, firstOf, indexed, type SidebarNode, siblingsOf } from './docs.ts'
import {
  docsOf,
  elsewhere,
  inLocale,
  localOf,
  type SiteLocale,
  sitePageAddress,
  type Version,
  type Writing,
} from './site.ts'

export interface WrittenPage {
  path: string
  content: string
}

/** All pages of an output, in all languages. */
export function writePages(writing: Writing): WrittenPage[] {
  const { site, out } = writing
  return site.locales.flatMap(locale => [
    ...(out.from === '' ? writeSitePages(locale, writing) : []),
    ...out.versions.flatMap(version => [
      ...writeDocs({ ...writing, version, locale }),
      ...writeCategories({ ...writing, version, locale }),
    ]),
  ])
}

/** The documents of a version in one language. */
type VersionContext = Writing & { version: Version; locale: SiteLocale }

/** A page that is being written. */
interface MovingPage {
  locale: SiteLocale
  /** Of documents; other pages have none. */
  version?: Version
  /** The file that it is made from, relative to the root. */
  file: string
  /** Folder of the documents, relative to the root. */
  folder: string
  /** The file that is written, relative to the root. */
  target: string
  /** In its language, without base. */
  address: string
}

function writeDocs(context: VersionContext): WrittenPage[] {
  const { version, locale, out, site } = context
  const { folder, docs, partials } = version.folders.get(locale.path) ?? {
    folder: '',
    docs: [],
    partials: [],
  }
  const written = docs.map(({ id, page, file, address, title }) => {
    const target = inLocale(out.pageOf(address), locale)
    const host = createHost({ locale, version, file, folder, target, address }, page, context)
    const [list] = [...version.sidebars].flatMap(([sidebar, nodes]) => {
      const items = siblingsOf(id, nodes)
      return items ? [{ sidebar, items }] : []
    })
    if (list) {
      const cardList: ConvertElement = element =>
        element.attributes.has('items') ? undefined : { block: listCards(target, list, context) }
      host.components = { ...host.components, DocCardList: cardList }
    }
    const isAlone = !list && page.frontmatter['displayed_sidebar'] === undefined
    const addressOf = (other: string) => {
      const found = docIn(other, context)
      return found && out.local(found.address)
    }
    return finishPage({ page, host, title, target, isAlone, addressOf })
  })
  const parts = partials.map(source => {
    const file = path.join(folder, source)
    const target = out.fileTarget(source, version, locale).replace(/\.mdx$/i, '.md')
    const page = readPage(readText(path.join(site.root, file)) ?? '')
    const moving = { locale, version, file, folder, target, address: out.path }
    return { path: target, content: convertBody(page, createHost(moving, page, context)) }
  })
  return [...written, ...parts]
}

/** Pages beside the documents, in Markdown, in one language where they are translated. */
function writeSitePages(locale: SiteLocale, writing: Writing): WrittenPage[] {
  const { site, out } = writing
  const folder =
    locale.path === '/' ? site.pages.folder : path.join(locale.folder, 'docusaurus-plugin-content-pages')
  return site.pages.markdown.flatMap(name => {
    const file = path.join(folder, name)
    const written = readText(path.join(site.root, file))
    if (written === undefined) return []
    const page = readPage(written)
    const address = sitePageAddress(name)
    const target = inLocale(out.pageOf(address), locale)
    const host = createHost({ locale, file, folder, target, address }, page, writing)
    const title = text(page.frontmatter['title']) ?? page.heading ?? path.basename(address)
    return [finishPage({ page, host, title, target, isAlone: true, addressOf: () => undefined })]
  })
}

/** Pages that list the entries of a category. */
function writeCategories(context: VersionContext): WrittenPage[] {
  const { version, locale, site, out } = context
  return [...version.sidebars].flatMap(([sidebar, nodes]) =>
    indexed(nodes).map(category => {
      const { address, title, description } = category.index
      const target = inLocale(out.pageOf(address), locale)
      const key = `sidebar.${sidebar}.category.${category.key}.link.generated-index`
      const translate = (part: string) =>
        site.translate(`${version.translated}.json`, `${key}.${part}`, locale)
      const heading = translate('title') ?? title ?? categoryLabel(sidebar, category, context)
      const about = translate('description') ?? description
      const cards = listCards(target, { sidebar, items: category.items }, context)
      const body = [`# ${heading}`, ...(about === undefined ? [] : [about]), cards].join('\n\n')
      const keys = about === undefined ? {} : { description: about }
      return { path: target, content: newPage(keys, `${body}\n`) }
    }),
  )
}

function createHost(moving: MovingPage, page: ReadPage, writing: Writing): PageHost {
  const { file, folder, version, locale, target } = moving
  const { site, out, places } = writing
  const format = page.frontmatter['format'] ?? values(site.config['markdown'])['format']
  return {
    components: COMPONENTS,
    isMdx: format === 'detect' ? file.endsWith('.mdx') : format !== 'md',
    address: createAddresses(moving, writing),
    partial(from) {
      if (!/\.mdx?$/i.test(from) || !version) return undefined
      const found = from.startsWith('@site/')
        ? from.slice('@site/'.length)
        : path.join(path.dirname(file), from)
      const part = path.relative(folder, found)
      if (version.folders.get(locale.path)?.partials.includes(part))
        return linkTo(target, out.fileTarget(part, version, locale).replace(/\.mdx$/i, '.md'))
      const own = out.atFile(found)
      return own === undefined ? undefined : linkTo(target, inLocale(own, locale))
    },
    differs: (what, line, column) =>
      places.at(what, file, line === undefined ? 1 : page.bodyLine + line - 1, column),
  }
}

function createAddresses(page: MovingPage, writing: Writing): PageHost['address'] {
  const { out } = writing
  const toPage = (found: string | undefined) =>
    found === undefined ? undefined : linkTo(page.target, inLocale(found, page.locale))
  const find = (name: string, kind: 'link' | 'image') => {
    if (/\.mdx?$/i.test(name))
      return toPage(
        candidates(name, page)
          .map(file => out.atFile(file))
          .find(Boolean),
      )
    const isAsset = kind === 'image' || /\.(?!html?$)[a-z][a-z0-9]{0,9}$/i.test(name)
    const moved = isAsset && !name.startsWith('/') ? moveAsset(name, page, writing) : undefined
    return moved ?? (kind === 'image' ? undefined : findAddress(name))
  }
  return (url, kind) => {
    if (url.startsWith('pathname:///')) return url.slice('pathname://'.length)
    if (isOutside(url) || url.startsWith('#') || url === '') return undefined
    const [, written = '', rest = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? []
    const name = safeDecode(written)
    const open = name.replace(/^@site\/static(?=\/)/, '')
    if (open.startsWith('/')) copyPublic(open, writing)
    const found = open === name ? find(name, kind) : open
    return found === undefined ? undefined : found + rest
  }

  /** Addresses lead to pages of their language; to one of another language they are files. */
  function findAddress(name: string): string | undefined {
    if (!name.startsWith('/')) {
      const isFolder = page.address.endsWith('/') || writing.site.config['trailingSlash'] === true
      return toPage(out.at(path.resolve(isFolder ? page.address : path.dirname(page.address), name)))
    }
    const local = localOf(name, writing.site)
    const found = out.at(local)
    if (found !== undefined && (page.locale.path !== '/' || out.from !== '')) return toPage(found)
    const other = found === undefined ? elsewhere(local, page.locale, writing) : undefined
    return other ?? (local === name ? undefined : local)
  }
}

/** Where a file may be that a page names: beside it, at the top of its documents, or where the page was translated from. */
function candidates(name: string, { file, folder, version }: MovingPage): string[] {
  if (name.startsWith('@site/')) return [path.normalize(name.slice('@site/'.length))]
  const original = version?.folder ?? folder
  const beside = path.dirname(file)
  const translated = path.join(original, path.relative(folder, beside))
  return [beside, translated, folder, original, '.'].map(at => path.join(at, name).replace(/^\//, ''))
}

/** An old version has public files of its own: those that its pages name are copied. */
export function copyPublic(name: string, { site, copies, out }: Writing): void {
  const file = site.publicDir + name
  if (out.from !== '' && isFile(site.root, file)) copies.set(file, `public${name}`)
}

/** Notes a file that has to be copied, beside the pages of its folder; its address seen from the page. */
function moveAsset(name: string, page: MovingPage, { site, copies, out }: Writing): string | undefined {
  const found = candidates(name, page).find(file => !file.startsWith('..') && isFile(site.root, file))
  if (found === undefined) return undefined
  const [beside] = out.versions.flatMap(version =>
    [...version.folders].flatMap(([locale, { folder }]) =>
      found.startsWith(`${folder}/`)
        ? out.fileTarget(found.slice(folder.length + 1), version, { path: locale })
        : [],
    ),
  )
  const target = copies.get(found) ?? beside ?? path.join(CONTENT, '_assets', found)
  copies.set(found, target)
  return linkTo(page.target, target)
}

/** Keys of Docusaurus that have other names here, or belong to the configuration. */
const GONE =
  'id slug sidebar_label sidebar_position sidebar_class_name sidebar_custom_props sidebar_key hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level pagination_label pagination_prev pagination_next parse_number_prefixes custom_edit_url keywords displayed_sidebar hide_breadcrumbs last_update format wrapperClassName title_meta no_index'

interface Finished {
  page: ReadPage
  host: PageHost
  title: string
  target: string
  /** No sidebar lists the page. */
  isAlone: boolean
  /** The address of a document by its id. */
  addressOf: (id: string) => string | undefined
}

function finishPage({ page, host, title, target, isAlone, addressOf }: Finished): WrittenPage {
  const { frontmatter: given, heading } = page
  for (const key of ['pagination_label', 'last_update', 'sidebar_class_name', 'custom_edit_url'])
    if (given[key] !== undefined && (key !== 'custom_edit_url' || text(given[key])))
      host.differs(`\`${key}\` in frontmatter is left out`)
  const label = text(given['sidebar_label'])
  const position = given['sidebar_position']
  const neighbour = (id: unknown) =>
    id === null ? false : typeof id === 'string' ? addressOf(id) : undefined
  const keywords = [given['keywords']].flat().join(', ')
  const tags = list(given['tags']).flatMap(tag => text(tag) ?? text(values(tag)['label']) ?? [])
  if (tags.length > 0) host.differs('Pages of `tags` are not made')
  const isHidden = given['hide_table_of_contents'] === true
  const keys: Values = {
    ...Object.fromEntries(GONE.split(' ').map(key => [key, undefined])),
    title:
      heading === undefined || String(given['title'] ?? heading) === heading ? undefined : given['title'],
    sidebar: isAlone ? false : label === undefined ? undefined : { label },
    order: typeof position === 'number' ? position : undefined,
    outline: isHidden ? false : given['toc_max_heading_level'] === 2 ? 2 : undefined,
    prev: neighbour(given['pagination_prev']),
    next: neighbour(given['pagination_next']),
    editLink: given['custom_edit_url'] === null ? false : undefined,
    ...(keywords === '' ? {} : { meta: [{ name: 'keywords', content: keywords }] }),
    tags: tags.length > 0 ? tags : undefined,
  }
  const content = convertPage(page, host, keys, body => {
    if (heading !== undefined || given['hide_title'] === true) return body
    const escaped = title.replace(/[\\`*[\]<>]|(?<!\w)_|_(?!\w)/g, '\\$&')
    // The original gave the title no id: a heading of the same words keeps its own.
    const isTaken = body.split('\n').some(line => /^#{1,6}\s/.test(line) && wordsOf(line) === wordsOf(title))
    return `# ${escaped}${isTaken ? ' {#_top}' : ''}\n\n${body}`
  })
  return { path: target, content }
}

function wordsOf(line: string): string {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join(' ')
}

/** A document in a language, where it is translated, else as it was written. */
function docIn(id: string, { version, locale }: Pick<VersionContext, 'version' | 'locale'>): Doc | undefined {
  const docs = [...(version.folders.get(locale.path)?.docs ?? []), ...docsOf(version)]
  return docs.find(doc => doc.id === id)
}

/** The label of a category in a language. */
export function categoryLabel(
  sidebar: string,
  category: Category,
  { site, version, locale }: Pick<VersionContext, 'site' | 'version' | 'locale'>,
): string {
  const key = `sidebar.${sidebar}.category.${category.key}`
  return site.translate(`${version.translated}.json`, key, locale) ?? category.label
}

/** Cards that link to the entries of a list. */
function listCards(
  from: string,
  { sidebar, items }: { sidebar: string; items: readonly SidebarNode[] },
  context: VersionContext,
): string {
  const cards = items.flatMap(item => {
    if (item.kind === 'link') return linkCard(item.label, item.href)
    const isDoc = item.kind === 'doc'
    const id = isDoc ? item.id : firstOf(item)
    const doc = id === undefined ? undefined : docIn(id, context)
    const index = isDoc ? undefined : item.index
    const address = index?.address ?? doc?.address
    const target = address === undefined ? undefined : context.out.at(address)
    if (target === undefined) return []
    const own = text(doc?.page.frontmatter['sidebar_label']) ?? doc?.title ?? ''
    const title = isDoc ? (item.label ?? own) : categoryLabel(sidebar, item, context)
    const about = isDoc ? text(doc?.page.frontmatter['description']) : index?.description
    return linkCard(title, linkTo(from, inLocale(target, context.locale)), about)
  })
  return container('cards', '', cards.join('\n\n'))
}

function linkCard(title: string, href: string, description?: string): string {
  return `::link-card[${title.replaceAll(/[[\]]/g, '\\$&')}]${attributes({ href, description })}`
}

const nothing: ConvertElement = () => ({ text: '' })

/** Components of the classic theme that have a counterpart. */
const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('groupId'),
  Admonition: box(DOCUSAURUS_KINDS),
  CodeBlock: code('language'),
  Link: link('to'),
  Translate: content,
  Head: nothing,
  TOCInline: nothing,
  ThemedImage({ attributes: given, text: textOf }) {
    const sources = given.get('sources')
    const light =
      typeof sources === 'object' ? /light\s*:[^'"]{0,40}['"]([^'"]+)['"]/.exec(sources.code)?.[1] : undefined
    return light === undefined ? undefined : { text: `![${textOf('alt') ?? ''}](${light})` }
  },
}
