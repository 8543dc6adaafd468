import type { UserConfig } from '../../schema/config.ts'
import type { Label } from '../../schema/theme.ts'
import { headEntry } from '../../schema/values.ts'

/** A site of another generator as one of docsgen. */
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
  /** Pages that need another form, relative to `root`. */
  files?: { path: string; content: string }[]
  /** Files that these pages need beside them, both relative to `root`. */
  copies?: { from: string; to: string }[]
}

/** Reads the site in a folder; says why where that is not possible. */
export type Importer = (dir: string) => Promise<ImportedSite | { root: string; problem: string }>

/** Takes a sentence about something that was left out or is different. `pages`: how many pages show it, all by default. */
export type Note = (sentence: string, pages?: number) => void

/** Note of importers that write pages. */
export const NEW_DATES =
  'Dates of the last change begin with the commit that adds `content/`: to Git these are new files.'

/** Differences, each reported once, those of most pages first. */
export class Notes {
  readonly #found = new Map<string, { pages: number | Set<string>; places: string[] }>()

  readonly add: Note = (sentence, pages = Infinity) => {
    this.#found.set(sentence, { pages, places: [] })
  }

  /** Adds a location, such as `guide/a.mdx:3`, to the beginning of a sentence. */
  at(start: string, file: string, line: number, column?: number): void {
    const found = this.#found.get(start) ?? { pages: new Set<string>(), places: [] }
    this.#found.set(start, found)
    const place = `${file}:${line}${column === undefined ? '' : `:${column}`}`
    if (!found.places.includes(place)) found.places.push(place)
    if (typeof found.pages === 'object') found.pages.add(file)
  }

  /** Sentences; those of equally many pages in the order in which they were added. */
  list(): string[] {
    const notes = Array.from(this.#found, ([start, { pages, places }]) => ({
      sentence: places.length > 0 ? `${start}: ${places.join(', ')}.` : start,
      count: typeof pages === 'object' ? pages.size : pages,
    }))
    return notes
      .toSorted((a, b) => (a.count === b.count ? 0 : b.count - a.count))
      .map(({ sentence }) => sentence)
  }
}

/** Reports what a configuration wanted to load and could not: packages, and files of its own. */
export function noteMissing(requests: readonly string[], note: Note): void {
  for (const request of requests)
    note(
      /^\.{0,2}\//.test(request)
        ? `The file \`${request}\` that the configuration reads is not there (is it made before a build?); what it adds is unknown.`
        : `The package \`${request}\` is not installed; what it adds is unknown.`,
    )
}

export type Values = Record<string, unknown>

/** The object, or an empty one, as for the result of a function that is not known. */
export function values(value: unknown): Values {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !('$call' in value) ? (value as Values) : {}
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that isn't empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Plugins and the like, each given by itself or as a pair with its options. */
export function namedEntries(given: unknown): { name: unknown; options: Values }[] {
  return list(given).map(entry => {
    const [name, options] = [entry].flat() as unknown[]
    return { name, options: values(options) }
  })
}

/** The name of a plugin: as it is given, or that of the package whose function it is. */
export function nameOf(plugin: unknown): string {
  return (
    text(plugin) ?? text(values(plugin)['$function']) ?? text(values(plugin)['name']) ?? 'of the site itself'
  )
}

/** The package whose function a value comes from, and its first argument. */
export function callOf(value: unknown): { name: string; options: Values } | undefined {
  const { $call, args } = Object(value) as Values
  return typeof $call === 'string' ? { name: $call, options: values(list(args)[0]) } : undefined
}

/** Texts by locale path as a label: one where they are the same. */
export function sameOrEach(texts: readonly (readonly [locale: string, text: string])[]): Label {
  const first = texts[0]?.[1] ?? ''
  return texts.every(([, value]) => value === first) ? first : Object.fromEntries(texts)
}

/**
 * Rules for keys: the name here, a function that returns keys here, a note why there are none, or `null` where docsgen needs no
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
    const [tag, given, inner] = list(entry)
    if (tag !== 'link' && tag !== 'meta' && tag !== 'script') {
      note(`The tag \`<${String(tag)}>\` of \`head\` was left out.`)
      return []
    }
    if (text(inner)) {
      note(`A \`<${tag}>\` with content in \`head\` was left out: put it into a file of the public folder.`)
      return []
    }
    const attributes = Object.fromEntries(
      Object.entries(values(given)).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? value : String(value),
      ]),
    )
    const problem = headEntry.safeParse({ tag, attributes }).error?.issues[0]
    if (!problem) return [{ tag, attributes }]
    const address = attributes['src'] ?? attributes['href'] ?? ''
    note(`The \`<${tag}>\` of \`${address}\` in \`head\` was left out: it ${problem.message}.`)
    return []
  })
  return entries.length > 0 ? entries : undefined
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
  const [key, indexName, appId] = ['apiKey', 'indexName', 'appId'].map(name => text(settings[name]))
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
