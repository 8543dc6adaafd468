import { attributes, box, code, container, content, link, tabs } from '../common/components.ts'
import { text } from '../common/importer.ts'
import type { ConvertElement } from '../common/mdx.ts'
import { linkTo } from '../common/page.ts'
import type { Category, Doc, SidebarNode } from './docs.ts'
import { type SiteLocale, type Translations, type VersionData, versionFile } from './site.ts'
import { inLocale, type Targets } from './targets.ts'

/** Names of admonitions that are others here. */
export const ADMONITIONS: Readonly<Record<string, string>> = { success: 'tip', secondary: 'info' }

const nothing: ConvertElement = () => ({ text: '' })

const themedImage: ConvertElement = ({ attributes: given, text: textOf }) => {
  const alt = textOf('alt') ?? ''
  const sources = given.get('sources')
  const light =
    typeof sources === 'object' ? /light\s*:[^'"]{0,40}['"]([^'"]+)['"]/.exec(sources.code)?.[1] : undefined
  return light === undefined ? undefined : { text: `![${alt}](${light})` }
}

/** Components of the classic theme that have a counterpart. */
export const COMPONENTS: Readonly<Record<string, ConvertElement>> = {
  Tabs: tabs('groupId'),
  Admonition: box(ADMONITIONS),
  CodeBlock: code('language'),
  Link: link('to'),
  Translate: content,
  Head: nothing,
  TOCInline: nothing,
  ThemedImage: themedImage,
}

/** What lists of pages are made with, in one language. */
interface CardContext {
  data: VersionData
  locale: SiteLocale
  targets: Targets
  translations: Translations
}

/** A document in a language, where it is translated, else as it was written. */
export function docIn(id: string, { data, locale }: Pick<CardContext, 'data' | 'locale'>): Doc | undefined {
  const find = (path: string) => data.folders.get(path)?.docs.find(doc => doc.id === id)
  return find(locale.path) ?? find('/')
}

/** The label of a category in a language. */
export function categoryLabel(sidebar: string, category: Category, context: CardContext): string {
  const key = `sidebar.${sidebar}.category.${category.key}`
  return context.translations.find(versionFile(context.data), key, context.locale) ?? category.label
}

/** Cards that lead to what a list of a sidebar has. */
export function listCards(
  from: string,
  { sidebar, items }: { sidebar: string; items: readonly SidebarNode[] },
  context: CardContext,
): string {
  const cards = items.flatMap(item => card(item, from, { ...context, sidebar }))
  return container('cards', '', cards.join('\n\n'))
}

function card(item: SidebarNode, from: string, context: CardContext & { sidebar: string }): string[] {
  if (item.kind === 'link') return [linkCard(item.label, item.href)]
  const id = item.kind === 'doc' ? item.id : firstDoc(item)
  const doc = id === undefined ? undefined : docIn(id, context)
  const index = item.kind === 'category' ? item.index : undefined
  const address = index?.address ?? doc?.address
  const target = address === undefined ? undefined : context.targets.atAddress(address)
  if (target === undefined) return []
  const link = linkTo(from, inLocale(target, context.locale))
  const own = text(doc?.page.frontmatter['sidebar_label']) ?? doc?.title ?? ''
  const title = item.kind === 'category' ? categoryLabel(context.sidebar, item, context) : (item.label ?? own)
  const about = item.kind === 'category' ? index?.description : text(doc?.page.frontmatter['description'])
  return [linkCard(title, link, about)]
}

function linkCard(title: string, href: string, description?: string): string {
  return `::link-card[${title.replaceAll(/[[\]]/g, '\\$&')}]${attributes({ href, description })}`
}

/** The document that a category leads to: its own, else the first in it. */
export function firstDoc(category: Category): string | undefined {
  if (category.doc !== undefined) return category.doc
  for (const item of category.items) {
    const found = item.kind === 'doc' ? item.id : item.kind === 'category' ? firstDoc(item) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The list that a document's page stands for, or that it stands in. */
export function siblingsOf(
  id: string,
  sidebars: VersionData['sidebars'],
): { sidebar: string; items: readonly SidebarNode[] } | undefined {
  for (const [sidebar, nodes] of sidebars) {
    const items = findList(id, nodes)
    if (items) return { sidebar, items }
  }
  return undefined
}

function findList(id: string, nodes: readonly SidebarNode[]): readonly SidebarNode[] | undefined {
  if (nodes.some(node => node.kind === 'doc' && node.id === id))
    return nodes.filter(node => node.kind !== 'doc' || node.id !== id)
  for (const node of nodes) {
    if (node.kind !== 'category') continue
    if (node.doc === id) return node.items
    const found = findList(id, node.items)
    if (found) return found
  }
  return undefined
}
