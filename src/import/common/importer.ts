import type { UserConfig } from '../../schema/config.ts'
import { headEntry } from '../../schema/values.ts'
import { isOutside } from '../../shared/addresses.ts'

/** A site of another generator in the words of docsgen. */
export interface ImportedSite {
  /** Absolute folder for `site.config.ts`. */
  root: string
  config: UserConfig
  /** Folders that its pages are read from, relative to `root`. */
  sources: string[]
  /** What was imported, and how. */
  imported: string[]
  /** What was left out or is different, what most pages show first. */
  notes: string[]
  /** Pages whose form is another here, relative to `root`. */
  files?: { path: string; content: string }[]
  /** Files that stand beside them and are needed there, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

/** Reads the site in a folder; says why where that is not possible. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Takes a sentence about something that was left out or is different. `pages`: how many pages show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

/** Note of importers that write pages. */
export const NEW_DATES =
  'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.'

/** What is different, each thing said once, that of most pages first. */
export class Notes {
  readonly #pages = new Map<string, number>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#pages.set(sentence, Math.max(pages, this.#pages.get(sentence) ?? 0))
  }

  /** Sentences; those of equally many pages in the order in which they were added. */
  list(): string[] {
    const byPages = [...this.#pages].toSorted(([, a], [, b]) => (a === b ? 0 : b - a))
    return byPages.map(([sentence]) => sentence)
  }
}

/** Says what a configuration wanted to load and could not, packages and files of its own. */
export function noteMissing(requests: readonly string[], note: Note): void {
  for (const request of requests)
    note(
      /^\.{0,2}\//.test(request)
        ? `The file \`${request}\` that the configuration reads is not there (is it made before a build?); what it adds is unknown.`
        : `The package \`${request}\` is not installed; what it adds is unknown.`,
    )
}

/** Says which public files stand where the build writes files of its own, given by their addresses. */
export function noteReserved(publicDir: string, addresses: Iterable<string>, note: Note): void {
  const own = new Set(['/service-worker.js', '/404.html'])
  for (const address of addresses)
    if (own.has(address))
      note(`Remove \`${publicDir}${address}\` before you build: docsgen writes a file of its own there.`)
}

/** Where things stand that are left out or different, `guide/a.mdx:3`, in the order in which they are met. */
export class Places {
  readonly #found = new Map<string, { places: Set<string>; pages: Set<string> }>()

  /** @param what the beginning of a sentence; the places follow. */
  add(what: string, file: string, line: number, column?: number): void {
    const found = this.#found.get(what) ?? { places: new Set(), pages: new Set() }
    this.#found.set(what, found)
    found.places.add(`${file}:${line}${column === undefined ? '' : `:${column}`}`)
    found.pages.add(file)
  }

  /** Says all that was found. */
  report(note: Note): void {
    for (const [what, { places, pages }] of this.#found)
      note(`${what}: ${[...places].join(', ')}.`, pages.size)
  }
}

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

/**
 * What becomes of a key: its name here, keys here by a function, a note why there are none, or `null` where docsgen needs no
 * setting, or another function translates it.
 */
export type KeyTable<Context> = Readonly<
  Record<
    string,
    string | null | { note: string; pages?: number } | ((value: unknown, context: Context) => Values | void)
  >
>

/** Rows of keys that need no translation in a table. */
export function ignore(keys: string): Record<string, null> {
  return Object.fromEntries(keys.split(' ').map(key => [key, null]))
}

/** Keys of docsgen for an object of theirs, in the order of the table. Keys that the table lacks are reported, with a prefix. */
export function translateKeys<Context extends { note: Note }>(
  given: Values,
  table: KeyTable<Context>,
  context: Context,
  prefix = '',
): Values {
  const translated: Values = {}
  for (const [key, rule] of Object.entries(table)) {
    const value = given[key]
    if (value === undefined || rule === null) continue
    if (typeof rule === 'function') Object.assign(translated, rule(value, context))
    else if (typeof rule === 'object') context.note(rule.note, rule.pages)
    else if (text(value)) translated[rule] = value
  }
  const unknown = Object.keys(given).filter(key => !(key in table))
  for (const key of unknown.toSorted()) context.note(`\`${prefix}${key}\` has no counterpart.`)
  return translated
}

/** The entries of an object that are there. */
export function present<T extends object>(object: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> }
}

type Head = NonNullable<UserConfig['head']>

/** `[name, attributes, content]` as entries of `head`. Tags with content are left out: pages have no inline scripts or styles. */
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

/** The pages of a site by their addresses, decoded. */
export interface PagePaths {
  /** The address of the page that an entry of a menu means; undefined when there is none. */
  find(reference: string): string | undefined
}

/** What the values of a language are translated with. */
export interface TranslateContext {
  pages: PagePaths
  /** Locale path. */
  locale: string
  note: Note
  /** The whole address of a file of the public folder; undefined where there is no such file, or nobody knows the site's. */
  fileAddress?: (address: string) => string | undefined
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
export function withinLocale(prefix: string, locale: string): string {
  return prefix.startsWith(locale) ? `/${prefix.slice(locale.length)}` : prefix
}

/** The language that the name of a locale's folder says. */
export function languageOfFolder(path: string): string | undefined {
  return /^\/([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\/$/.exec(path)?.[1]
}

/** The header navigation of VuePress and VitePress. */
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

/** `https://github.com/owner/name/tree/main/website/`; `folder`: where the pages are below it. Undefined for another host. */
export function githubLinks(url: string, folder: string): UserConfig['theme'] {
  const [, docsRepo, docsBranch, above = ''] =
    /^https:\/\/(?:www\.)?github\.com\/([^/]+\/[^/]+)\/(?:tree|edit|blob)\/([^/]+)\/?(.*)$/.exec(url) ?? []
  if (docsRepo === undefined || docsBranch === undefined) return undefined
  const docsDir = [...above.split('/').filter(Boolean), folder].join('/')
  return { docsRepo, docsBranch, docsDir, editLinks: true }
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
    // The filter of the language is added anyway.
    ...(filters.length > 0 ? { facetFilters: filters.filter(filter => !filter.startsWith('lang:')) } : {}),
  }
}
