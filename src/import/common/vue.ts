import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_IN, createRegistry } from '../../content/components/built-in.ts'
import { createElementTable, isKnownName } from '../../content/elements.ts'
import { splitFrontmatter } from '../../content/frontmatter.ts'
import { findDirectives, withoutCode } from '../../content/includes.ts'
import { openingContainer } from '../../content/remark/syntax.ts'
import { exists } from '../../lib/files.ts'
import { scanAllTags } from '../../lib/html.ts'
import { plural } from '../../lib/text.ts'
import type { UserConfig } from '../../schema/config.ts'
import { isOutside, pageAddress, safeDecode } from '../../shared/addresses.ts'
import { privateName } from '../../site/assets.ts'
import { type ImportedSite, type Note, noteNames, type Notes, outsideOf } from './importer.ts'
import { withPlainEnds } from './page.ts'
import type { NavEntry, NavLink } from './settings.ts'
import { list, text, values } from './values.ts'

export type Locale = NonNullable<UserConfig['locales']>[string]

/** The address, decoded, of the page that a menu entry means. */
export type FindPage = ReturnType<typeof createFindPage>

/** `permalinks`: addresses that pages ask for. */
export function createFindPage(files: readonly string[], permalinks: readonly string[] = []) {
  const regular = files.filter(file => file.endsWith('.md')).map(file => pageAddress(`/${file}`))
  const paths = new Set([...regular, ...permalinks])
  return (reference: string) => {
    const decoded = safeDecode(reference.replace(/[?#].*/s, ''))
    const bare = decoded.replace(/(?:(?<=\/)(?:README|index))?\.md$/i, '')
    const stem = bare.replace(/(?:index)?\.html$/, '')
    // VuePress led `/path/` to `/path.html` where only that is a page.
    const forms = [bare, `${stem}.html`, stem, `${stem}/`, `${stem.replace(/\/$/, '')}.html`]
    return forms.find(form => paths.has(form))
  }
}

export interface MenuContext {
  findPage: FindPage
  locale: string
  note: Note
  /** The whole address of a public file; undefined where there is none, or the site's is unknown. */
  fileAddress?: (address: string) => string | undefined
}

/** `/zh/guide/` is `/guide/` in the sidebar of `/zh/`. */
export function withinLocale(prefix: string, locale: string) {
  return prefix.startsWith(locale) ? `/${prefix.slice(locale.length)}` : prefix
}

export function languageOfFolder(path: string) {
  return /^\/([a-z]{2,3}(?:-[A-Za-z]{2,4})?)\/$/.exec(path)?.[1]
}

export function translateNav(nav: unknown, context: MenuContext) {
  if (!Array.isArray(nav)) return undefined
  const linkOf = (item: unknown): NavLink[] => {
    const { text: label, link } = values(item)
    return typeof link === 'string' ? translateLink(text(label) ?? '', link, 'navigation', context) : []
  }
  return nav.flatMap((item): NavEntry[] => {
    const { text: label, link, items } = values(item)
    const inner = list(items).flatMap((entry): (NavLink | { text: string; items: NavLink[] })[] => {
      const { text: group, items: links } = values(entry)
      if (list(links).length === 0) return linkOf(entry)
      const found = list(links).flatMap(linkOf)
      return found.length > 0 ? [{ text: text(group) ?? '', items: found }] : []
    })
    if (inner.length === 0) return linkOf(item)
    const page = typeof link === 'string' ? context.findPage(link) : undefined
    return [{ text: text(label) ?? '', items: inner, page }]
  })
}

/** Returns no link, but adds a note, where it leads to nothing. `link` starts at the root of the site. */
export function translateLink(
  name: string,
  link: string,
  where: 'navigation' | 'sidebar',
  { findPage, fileAddress, note }: MenuContext,
): NavLink[] {
  const address = isOutside(link) ? link : fileAddress?.(link)
  if (address) return [{ text: name, link: address }]
  // VitePress takes `guide/start`, on any page, for an address below the root.
  const page = findPage(link) ?? findPage(`/${link}`)
  const entry = `The ${where} entry \`${name}\``
  if (!page) note(`${entry} wasn't imported: \`${link}\` doesn't match any page.`)
  else if (link.includes('#')) note(`${entry} links to the top of the page instead of \`${link}\`.`)
  return page ? [{ page, text: name }] : []
}

export function readPages(folder: string, files: readonly string[]) {
  const read = async (file: string) => createPage(file, await readFile(path.join(folder, file), 'utf8'))
  return Promise.all(files.filter(file => file.endsWith('.md')).map(read))
}

type SourcePage = ReturnType<typeof createPage>

/** `bodyLine` is 1-based. */
export function createPage(file: string, written: string) {
  const text = withPlainEnds(written)
  const { body, bodyLine } = splitFrontmatter(text)
  // In `markup`, spaces replace code, so that places stay.
  return { file, text, body, bodyLine, markup: withoutCode(body) }
}

export function noteCustomizations(notes: Notes, files: readonly string[]) {
  noteNames(
    notes.add,
    files,
    quoted => `${quoted}: not imported. Recreate the customizations you want to keep in \`templates/\`.`,
  )
}

export function countContainers(pages: readonly SourcePage[], name: string) {
  const opens = (line: string) => openingContainer(line.trimStart())?.name === name
  return pages.filter(({ markup }) => markup.split('\n').some(opens)).length
}

interface VueSite {
  config: UserConfig
  root: string
  /** Source folder, relative to the root. */
  source: string
  /** Absolute folder that the import was started for. */
  dir: string
  /** Folder where `!!!include(…)!!!` and `@` start, relative to the root. */
  includeRoot: string
  pages: readonly SourcePage[]
  /** Names → files. */
  components: ReadonlyMap<string, string>
  imported: string[]
}

export function finishSite(notes: Notes, site: VueSite): ImportedSite {
  const { root, source, imported } = site
  const config = withIncludes(site, notes)
  reviewPages(site, notes)
  if (!config.url) notes.add('Set `url` to the origin of the site to get canonical URLs and a sitemap.', 0)
  return { root, config, sources: [source], imported, notes: notes.list() }
}

export function describeSite({ locales = {} }: UserConfig, pages: number) {
  return `${plural(pages, 'page')}, ${plural(Object.keys(locales).length, 'language')}`
}

/** VuePress doesn't evaluate it. Any number of colons closes it. */
const V_PRE = /^[ \t]*:{3,}[ \t]*v-pre\b[^]*?^[ \t]*:{3,}[ \t]*$/gm

export function reviewPages({ pages, components }: Pick<VueSite, 'pages' | 'components'>, notes: Notes) {
  const meaningOf = createElementTable(createRegistry(BUILT_IN), new Set())
  for (const { file, body, bodyLine, markup, text } of pages) {
    const tags = scanAllTags(markup)
    const closed = new Set(tags.filter(tag => tag.closes).map(tag => tag.name))
    for (const { name, written, start, attributes, closes, isWhole } of tags) {
      // A tag that is never closed (`Promise<App>`) is text, as is an address (`<https://a.example/>`).
      if (closes || /[:@]/.test(name) || !(isWhole || isKnownName(name) || closed.has(name))) continue
      const report = (what: string) =>
        notes.at(what, file, bodyLine + body.slice(0, start).split('\n').length - 1)
      const source = components.get(written)
      if (name === 'script' || name === 'style') report(`\`<${name}>\` was removed`)
      else if (!isKnownName(name) && !meaningOf(written))
        report(`The component \`<${written}>\`${source ? ` (\`${source}\`)` : ''} wasn't imported`)
      else if (attributes.some(attribute => /^(?:v-(?!pre$)|[:@])/.test(attribute.name)))
        report('Vue directives (`v-…`, `:…`, `@…`) in HTML have no effect')
    }
    const rest = markup.replace(V_PRE, text => text.replace(/[^\n]/g, ''))
    for (const [row, line] of rest.split('\n').entries())
      if (!line.includes(' v-pre') && /\{\{.*\}\}/.test(line))
        notes.at("`{{ … }}` isn't evaluated and is shown as text", file, bodyLine + row)
    if (/^---(?:toml|json)|^---\s*\n\{/.test(text)) notes.at('Only YAML frontmatter is supported', file, 1)
  }
}

/** Files that may hold passwords, keys or the history of the repository. */
const SECRET =
  /^(?:\.git|\.env.*|\.(?:npm|yarn|net|pypi)rc|\.ssh|\.aws|id_[a-z0-9]+|.*\.(?:pem|key|p12|pfx))$/i

/** Adds included files outside the site to `markdown.allowFiles`. Only the repository's: a page could name any file. */
export function withIncludes(site: Omit<VueSite, 'components' | 'imported'>, notes: Notes): UserConfig {
  const { config, root, dir, source, includeRoot, pages } = site
  const isOutside = outsideOf(root, dir)
  const [allowed, refused] = [new Set<string>(), new Set<string>()]
  const missing: string[] = []
  for (const page of pages) {
    for (const [row, directives] of findDirectives(page.body)) {
      for (const directive of directives) {
        const bare = directive.path.replace(/^@\/?/, '')
        const isRooted = directive.kind === 'include' || bare !== directive.path
        const start = isRooted ? includeRoot : path.posix.join(source, path.posix.dirname(page.file))
        const file = path.posix.join(start, bare)
        const names = file.split('/')
        const below = file.startsWith(`${source}/`) ? file.slice(source.length + 1).split('/') : names
        if (directive.kind === 'snippet' && !exists(path.join(root, file)))
          missing.push(`${page.file}:${page.bodyLine + row}`)
        if (isOutside(path.join(root, file)) || names.some(name => SECRET.test(name))) refused.add(file)
        else if (names[0] === '..' || below.some(name => privateName(name) !== undefined)) allowed.add(file)
      }
    }
  }
  const report = (names: Set<string>, outcome: string) =>
    noteNames(notes.add, [...names].toSorted(), quoted => `Included files ${outcome}: ${quoted}.`)
  report(allowed, "were added to `markdown.allowFiles` because they're hidden or outside the site folder")
  report(refused, "weren't added to `markdown.allowFiles` because they may contain secrets")
  const markdown = allowed.size > 0 && {
    markdown: { ...config.markdown, allowFiles: [...allowed].toSorted() },
  }
  if (missing.length === 0) return { ...config, ...markdown }
  notes.add(`Snippets refer to files that don't exist: ${missing.join(', ')}.`, missing.length)
  // The original put up with them.
  return { ...config, ...markdown, check: { rules: { 'markdown/snippet-missing': 'warning' } } }
}
