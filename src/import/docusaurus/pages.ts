import path from 'node:path/posix'
import { isFile, readText } from '../../lib/files.ts'
import { attributes, box, code, container, content, link, tabs } from '../common/components.ts'
import type { ConvertElement, PageHost } from '../common/mdx.ts'
import {
  CONTENT,
  convertBody,
  convertPage,
  FILE,
  linkTo,
  newPage,
  noteIn,
  readPage,
  splitAddress,
} from '../common/page.ts'
import { at, list, text, type Values } from '../common/values.ts'
import { ADMONITIONS } from './config.ts'
import { type Doc, firstDoc, indexed, type SidebarNode, siblingsOf } from './docs.ts'
import { docsOf, inLocale, type Output, type SiteLocale, sitePageAddress, type Version } from './site.ts'

export function writePages(out: Output) {
  return out.site.locales.flatMap(locale => [
    ...(out.from === '' ? writeSitePages(locale, out) : []),
    ...out.versions.flatMap(version => {
      const context = { out, version, locale }
      return [...writeDocs(context), ...writeCategories(context)]
    }),
  ])
}

type VersionContext = Required<Pick<MovingPage, 'out' | 'locale' | 'version'>>

interface MovingPage {
  out: Output
  locale: SiteLocale
  version?: Version
  /** Relative to the root. */
  file: string
  /** Folder of the documents, relative to the root. */
  folder: string
  target: string
  /** In its language, without base. */
  address: string
  page: Doc['page']
}

function writeDocs(context: VersionContext) {
  const { version, locale, out } = context
  const { folder = '', docs = [], partials = [] } = version.folders.get(locale.path) ?? {}
  const written = docs.map(({ id, page, file, address, title }) => {
    const target = inLocale(out.pageOf(address), locale)
    const host = createHost({ ...context, file, folder, target, address, page })
    const lists = [...version.sidebars].map(([sidebar, nodes]) => ({ sidebar, items: siblingsOf(id, nodes) }))
    const { sidebar = '', items } = lists.find(list => list.items) ?? {}
    if (items) {
      const DocCardList: ConvertElement = element =>
        element.attributes.has('items')
          ? undefined
          : { block: listCards(target, { sidebar, items }, context) }
      host.components = { ...host.components, DocCardList }
    }
    const isListed = items !== undefined || page.frontmatter.displayed_sidebar !== undefined
    const addressOf = (id: unknown) => {
      const found = docIn(id, context)
      return found && out.local(found.address)
    }
    return { path: target, content: finishPage(page, host, title, { isListed, addressOf }) }
  })
  const parts = partials.map(source => {
    const file = path.join(folder, source)
    const target = out.fileTarget(source, version, locale).replace(/\.mdx$/i, '.md')
    const page = readPage(readText(path.join(out.site.root, file)) ?? '')
    const host = createHost({ ...context, file, folder, target, address: out.path, page })
    return { path: target, content: convertBody(page, host) }
  })
  return [...written, ...parts]
}

function writeSitePages(locale: SiteLocale, out: Output) {
  const { root, pages } = out.site
  const folder =
    locale.path === '/' ? pages.folder : path.join(locale.folder, 'docusaurus-plugin-content-pages')
  return pages.markdown.flatMap(name => {
    const file = path.join(folder, name)
    const written = readText(path.join(root, file))
    if (written === undefined) return []
    const page = readPage(written)
    const address = sitePageAddress(name)
    const target = inLocale(out.pageOf(address), locale)
    const host = createHost({ out, locale, file, folder, target, address, page })
    const title = text(page.frontmatter.title) ?? page.heading ?? path.basename(address)
    return [{ path: target, content: finishPage(page, host, title) }]
  })
}

function writeCategories(context: VersionContext) {
  const { version, locale, out } = context
  return [...version.sidebars].flatMap(([sidebar, nodes]) =>
    indexed(nodes).map(category => {
      const { address, title, description } = category.index
      const target = inLocale(out.pageOf(address), locale)
      const translate = (part: string, standard = '') =>
        translateCategory(sidebar, category, context, { part: `.link.generated-index.${part}`, standard })
      const heading = translate('title', title ?? translateCategory(sidebar, category, context))
      const about = translate('description', description)
      const cards = listCards(target, { sidebar, items: category.items ?? [] }, context)
      const body = [`# ${heading}`, about, cards].filter(Boolean).join('\n\n')
      return { path: target, content: newPage({ description: about || undefined }, `${body}\n`) }
    }),
  )
}

function createHost(moving: MovingPage): PageHost {
  const { out, file, folder, version, locale, target, page } = moving
  const format = page.frontmatter.format ?? at(out.site.config, 'markdown.format')
  return {
    components: COMPONENTS,
    isMdx: format === 'detect' ? file.endsWith('.mdx') : format !== 'md',
    address: createAddresses(moving),
    partial(from) {
      if (!/\.mdx?$/i.test(from) || !version) return undefined
      const [, local] = /^@site\/(.*)/.exec(from) ?? []
      const found = local ?? path.join(path.dirname(file), from)
      const part = path.relative(folder, found)
      if (version.folders.get(locale.path)?.partials.includes(part))
        return linkTo(target, out.fileTarget(part, version, locale).replace(/\.mdx$/i, '.md'))
      const own = out.files.get(found)
      return own && linkTo(target, inLocale(own, locale))
    },
    differs: noteIn(out.notes, file, page),
  }
}

function createAddresses(page: MovingPage): PageHost['address'] {
  const { out, locale } = page
  const toPage = (found: string | undefined) => found && linkTo(page.target, inLocale(found, locale))
  const find = (name: string, kind: 'link' | 'image') => {
    const files = candidates(name, page)
    if (/\.mdx?$/i.test(name)) return toPage(files.map(file => out.files.get(file)).find(Boolean))
    const isAsset = kind === 'image' || FILE.test(name)
    const moved = isAsset && !name.startsWith('/') ? moveAsset(files, page) : undefined
    return moved ?? (kind === 'image' ? undefined : findAddress(name))
  }
  return (url, kind) => {
    if (url.startsWith('pathname:///')) return url.slice('pathname://'.length)
    const { name, rest } = splitAddress(url)
    if (name === '') return undefined
    const open = name.replace(/^@site\/static(?=\/)/, '')
    if (open.startsWith('/')) copyPublic(open, out)
    const found = open === name ? find(name, kind) : open
    return found && found + rest
  }

  /** Addresses lead to pages of their language. */
  function findAddress(name: string) {
    if (!name.startsWith('/')) {
      const isFolder = page.address.endsWith('/') || out.site.config.trailingSlash === true
      return toPage(out.at(path.resolve(isFolder ? page.address : path.dirname(page.address), name)))
    }
    const local = out.belowBase(name)
    const found = out.at(local)
    if (found && (locale.path !== '/' || out.from !== '')) return toPage(found)
    const other = found ? undefined : out.elsewhere(local, locale)
    return other ?? (local === name ? undefined : local)
  }
}

/** Next to the page or, of a translation, its source; in the root of its docs. */
function candidates(name: string, { file, folder, version }: MovingPage) {
  if (name.startsWith('@site/')) return [path.normalize(name.slice('@site/'.length))]
  const original = version?.folder ?? folder
  const beside = path.dirname(file)
  const translated = path.join(original, path.relative(folder, beside))
  return [beside, translated, folder, original, '.'].map(at => path.join(at, name).replace(/^\//, ''))
}

/** Copies a public file for an old version, which only gets those that its pages name. */
export function copyPublic(name: string, { site, copies, from }: Output) {
  const file = site.publicDir + name
  if (from !== '' && isFile(site.root, file)) copies.set(file, `public${name}`)
}

/** Has a file copied beside the pages of its folder; returns the link from the page. */
function moveAsset(files: readonly string[], { out, target: from }: MovingPage) {
  const found = files.find(file => !file.startsWith('..') && isFile(out.site.root, file))
  if (!found) return undefined
  const [beside] = out.versions.flatMap(version =>
    [...version.folders].flatMap(([locale, { folder }]) =>
      found.startsWith(`${folder}/`)
        ? out.fileTarget(found.slice(folder.length + 1), version, { path: locale })
        : [],
    ),
  )
  const target = out.copies.get(found) ?? beside ?? path.join(CONTENT, '_assets', found)
  out.copies.set(found, target)
  return linkTo(from, target)
}

const GONE =
  'id slug sidebar_label sidebar_position sidebar_class_name sidebar_custom_props sidebar_key hide_title hide_table_of_contents toc_min_heading_level toc_max_heading_level pagination_label pagination_prev pagination_next parse_number_prefixes custom_edit_url keywords displayed_sidebar hide_breadcrumbs last_update format wrapperClassName title_meta no_index'

/** `doc`: what sidebars know of it; `addressOf` takes ids. */
function finishPage(
  page: Doc['page'],
  host: PageHost,
  title: string,
  doc?: { isListed: boolean; addressOf: (id: unknown) => string | undefined },
) {
  const { frontmatter: given, heading } = page
  for (const key of ['pagination_label', 'last_update', 'sidebar_class_name', 'custom_edit_url'])
    if (given[key] !== undefined && (key !== 'custom_edit_url' || text(given[key])))
      host.differs(`The frontmatter key \`${key}\` isn't supported`)
  const neighbour = (id: unknown) => (id === null ? false : doc?.addressOf(id))
  const label = text(given.sidebar_label)
  const position = given.sidebar_position
  const keywords = [given.keywords].flat().join(', ')
  const tags = list(given.tags).flatMap(tag => text(tag) ?? text(at(tag, 'label')) ?? [])
  if (tags.length > 0) host.differs("Tag pages aren't supported")
  const isHidden = given.hide_table_of_contents === true
  const keys: Values = {
    ...Object.fromEntries(GONE.split(' ').map(key => [key, undefined])),
    title: heading === undefined || String(given.title ?? heading) === heading ? undefined : given.title,
    sidebar: doc?.isListed ? label && { label } : false,
    order: typeof position === 'number' ? position : undefined,
    outline: isHidden ? false : given.toc_max_heading_level === 2 ? 2 : undefined,
    prev: neighbour(given.pagination_prev),
    next: neighbour(given.pagination_next),
    editLink: given.custom_edit_url === null ? false : undefined,
    ...(keywords !== '' && { meta: [{ name: 'keywords', content: keywords }] }),
    tags: tags.length > 0 ? tags : undefined,
  }
  return convertPage(page, host, keys, body => {
    if (heading !== undefined || given.hide_title === true) return body
    const escaped = title.replace(/[\\`*[\]<>]|(?<!\w)_|_(?!\w)/g, '\\$&')
    // The title had no id: a heading of the same words keeps its own.
    const isTaken = body.split('\n').some(line => /^#{1,6}\s/.test(line) && wordsOf(line) === wordsOf(title))
    return `# ${escaped}${isTaken ? ' {#_top}' : ''}\n\n${body}`
  })
}

function wordsOf(line: string) {
  const words = line.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words?.join(' ')
}

/** Document in a language: translated, else as it was written. */
function docIn(id: unknown, { version, locale }: VersionContext) {
  const docs = [...(version.folders.get(locale.path)?.docs ?? []), ...docsOf(version)]
  return docs.find(doc => doc.id === id)
}

function translateCategory(
  sidebar: string,
  { key, label = '' }: SidebarNode,
  { out, version, locale }: VersionContext,
  { part = '', standard = label } = {},
) {
  const name = `sidebar.${sidebar}.category.${key}${part}`
  return out.site.translate(`${version.translated}.json`, name, locale) ?? standard
}

function listCards(
  from: string,
  { sidebar, items }: { sidebar: string; items: readonly SidebarNode[] },
  context: VersionContext,
) {
  const cards = items.flatMap(item => {
    if (item.href !== undefined) return linkCard(item.label ?? '', item.href)
    const doc = docIn(firstDoc([item]), context)
    const address = item.index?.address ?? doc?.address
    const target = address && context.out.at(address)
    if (!target) return []
    const own = text(doc?.page.frontmatter.sidebar_label) ?? doc?.title ?? ''
    const isDoc = item.items === undefined
    const title = isDoc ? (item.label ?? own) : translateCategory(sidebar, item, context)
    const about = isDoc ? text(doc?.page.frontmatter.description) : item.index?.description
    return linkCard(title, linkTo(from, inLocale(target, context.locale)), about)
  })
  return container('cards', '', cards.join('\n\n'))
}

function linkCard(title: string, href: string, description?: string) {
  return `::link-card[${title.replaceAll(/[[\]]/g, '\\$&')}]${attributes({ href, description })}`
}

const COMPONENTS: Record<string, ConvertElement> = {
  Tabs: tabs('groupId'),
  Admonition: box(ADMONITIONS),
  CodeBlock: code('language'),
  Link: link('to'),
  Translate: content,
  Head: () => ({ text: '' }),
  TOCInline: () => ({ text: '' }),
  ThemedImage({ attributes: given, text: textOf }) {
    const sources = given.get('sources')
    const light =
      typeof sources === 'object' ? /light\s*:[^'"]{0,40}['"]([^'"]+)['"]/.exec(sources.code)?.[1] : undefined
    return light ? { text: `![${textOf('alt') ?? ''}](${light})` } : undefined
  },
}
