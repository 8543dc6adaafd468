import { headEntry } from '../../schema/values.ts'
import type { UserConfig } from '../../schema/config.ts'
import { isOutside } from '../../shared/addresses.ts'
import type { Note } from './importer.ts'
import type { PagePaths } from './pages.ts'

/** Reading values of which nothing is known. */

export type Values = Record<string, unknown>

/** The object, or an empty one, as for the result of a function that is not known. */
export function values(value: unknown): Values {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !('$call' in value) ? (value as Values) : {}
}

/** The package whose function a value comes from, and its first argument. */
export function callOf(value: unknown): { name: string; options: Values } | undefined {
  const { $call, args } = Object(value) as Values
  return typeof $call === 'string' ? { name: $call, options: values(list(args)[0]) } : undefined
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The entries of an object that are there. */
export function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> }
}

type Head = NonNullable<UserConfig['head']>

/** `[name, attributes, content]` (B135). What has content of its own is left out: pages have no inline scripts or styles. */
export function translateHead(head: unknown, note: Note): Head | undefined {
  const entries = list(head).flatMap((entry): Head => {
    const [tag, attributes, inner] = list(entry)
    if (tag !== 'link' && tag !== 'meta' && tag !== 'script') {
      note(`The tag \`<${String(tag)}>\` of \`head\` was left out.`)
      return []
    }
    if (text(inner)) {
      note(`A \`<${tag}>\` with content in \`head\` was left out: put it into a file of the public folder.`)
      return []
    }
    const translated: Head[number] = { tag, attributes: attributesOf(attributes) }
    const problem = headEntry.safeParse(translated).error?.issues[0]
    if (!problem) return [translated]
    const address = translated.attributes['src'] ?? translated.attributes['href'] ?? ''
    note(`The \`<${tag}>\` of \`${address}\` in \`head\` was left out: it ${problem.message}.`)
    return []
  })
  return entries.length > 0 ? entries : undefined
}

function attributesOf(given: unknown): Record<string, string | boolean> {
  const entries = Object.entries(values(given)).map(([name, value]): [string, string | boolean] => [
    name,
    typeof value === 'boolean' ? value : String(value),
  ])
  return Object.fromEntries(entries)
}

type Locale = NonNullable<UserConfig['locales']>[string]
type NavEntry = NonNullable<Locale['nav']>[number]
type NavLink = { page: string; text: string } | { text: string; link: string }
type NavGroup = { text: string; items: NavLink[] }

/** What translating needs besides the value. */
export interface TranslateContext {
  pages: PagePaths
  /** Locale path. */
  locale: string
  note: Note
  /** The whole address of a file of the public folder; undefined where there is no such file, or nobody knows the site's. */
  fileAddress?: (address: string) => string | undefined
}

/** The header navigation of VuePress (B148, B149) and VitePress. Undefined when there is none. */
export function translateNav(nav: unknown, context: TranslateContext): NavEntry[] | undefined {
  if (!Array.isArray(nav)) return undefined
  return nav.flatMap(item => navEntry(item, context))
}

function navEntry(item: unknown, context: TranslateContext): NavEntry[] {
  const { text: label, link, items } = values(item)
  const name = text(label) ?? ''
  const inner = list(items).flatMap(entry => menuEntry(entry, context))
  if (inner.length > 0) {
    const page = typeof link === 'string' ? context.pages.find(link) : undefined
    return [{ text: name, items: inner, ...(page ? { page } : {}) }]
  }
  return navLink(item, context)
}

/** A link of a menu, or a group of links below a title. */
function menuEntry(item: unknown, context: TranslateContext): (NavLink | NavGroup)[] {
  const { text: label, items } = values(item)
  if (list(items).length === 0) return navLink(item, context)
  const links = list(items).flatMap(entry => navLink(entry, context))
  return links.length > 0 ? [{ text: text(label) ?? '', items: links }] : []
}

function navLink(item: unknown, context: TranslateContext): NavLink[] {
  const { text: label, link } = values(item)
  return typeof link === 'string'
    ? translateLink({ name: text(label) ?? '', link, where: 'navigation' }, context)
    : []
}

interface GivenLink {
  name: string
  /** As written, from the root of the site. */
  link: string
  where: 'navigation' | 'sidebar'
}

/** A link to a page, to a file or to another site; none, with a note, where it leads to nothing. */
export function translateLink({ name, link, where }: GivenLink, context: TranslateContext): NavLink[] {
  const address = isOutside(link) ? link : context.fileAddress?.(link)
  if (address !== undefined) return [{ text: name, link: address }]
  // VitePress takes `guide/start`, on any page, for an address below the root.
  const page = context.pages.find(link) ?? context.pages.find(`/${link}`)
  if (page === undefined) {
    context.note(`The ${where} entry \`${name}\` (\`${link}\`) leads to no page and was left out.`)
    return []
  }
  if (link.includes('#'))
    context.note(`The ${where} entry \`${name}\` leads to the page, not to \`${link}\`.`)
  return [{ page, text: name }]
}

/** The service that a site was searched by; undefined where its settings are not whole. */
export function translateDocsearch(
  settings: Values,
  facetFilters: unknown,
): NonNullable<UserConfig['theme']>['search'] {
  const [key, indexName, appId] = [
    text(settings['apiKey']),
    text(settings['indexName']),
    text(settings['appId']),
  ]
  if (!key || !indexName) return undefined
  const filters = list(facetFilters).filter(filter => typeof filter === 'string')
  return {
    provider: 'docsearch',
    key,
    indexName,
    ...(appId ? { appId } : {}),
    // The filter of the language is added anyway (B189).
    ...(filters.length > 0 ? { facetFilters: filters.filter(filter => !filter.startsWith('lang:')) } : {}),
  }
}
