import path from 'node:path/posix'
import { readText } from '../../lib/read-text.ts'
import type { PageHost } from '../common/mdx/page.ts'
import { convertBody, readPage, type ReadPage, setKeys, writePage } from '../common/mdx/write-page.ts'
import type { Places } from '../common/places.ts'
import { text, values } from '../common/values.ts'
import { docIn, listCards, siblingsOf } from './cards.ts'
import { COMPONENTS } from './components.ts'
import type { Elsewhere, OldVersion } from './old-versions.ts'
import { createAddresses, type MovingPage } from './page-addresses.ts'
import type { Doc } from './read-docs.ts'
import type { DocusaurusSite, SiteLocale, VersionData } from './site.ts'
import { fileTarget, inLocale, linkTo, type Targets } from './targets.ts'
import { translateFrontmatter } from './translate-frontmatter.ts'
import type { Translations } from './translations.ts'

/** What pages are written with. */
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
  const listed = listedDocs(data)
  const docs = found.docs.map(doc => writeDoc(doc, { data, locale, isAlone: !listed.has(doc.id) }, writing))
  const parts = found.parts.map(source => {
    const file = path.join(found.folder, source)
    const target = fileTarget(source, data, locale).replace(/\.mdx$/i, '.md')
    const page = readPage(readText(path.join(writing.site.root, file)) ?? '')
    const moving = { locale, data, file, folder: found.folder, target, address: '/' }
    return { path: target, content: convertBody(page.body, createHost(moving, page, writing)) }
  })
  return [...docs, ...parts]
}

/** Documents that a sidebar has. */
function listedDocs({ sidebars, folders }: VersionData): Set<string> {
  const docs = folders.get('/')?.docs ?? []
  const isShown = (id: string) => siblingsOf(id, sidebars) !== undefined
  return new Set(docs.filter(doc => isShown(doc.id)).map(doc => doc.id))
}

interface DocPlace {
  data: VersionData
  locale: SiteLocale
  isAlone: boolean
}

function writeDoc(doc: Doc, { data, locale, isAlone }: DocPlace, writing: Writing): WrittenPage {
  const { page, file, address } = doc
  const target = inLocale(writing.targets.pageOf(address), locale)
  const moving = { locale, data, file, folder: data.folders.get(locale.path)?.folder ?? '', target, address }
  const host = createHost(moving, page, writing)
  const siblings = siblingsOf(doc.id, data.sidebars)
  if (siblings)
    host.components = {
      ...host.components,
      DocCardList: cardList(target, siblings, { ...writing, data, locale }),
    }
  const keys = translateFrontmatter(page.frontmatter, {
    heading: page.heading,
    isAlone: isAlone && page.frontmatter['displayed_sidebar'] === undefined,
    addressOf: id => docIn(id, { data, locale })?.address,
    differs: what => writing.places.add(what, file, 1),
  })
  return { path: target, content: finishPage(page, keys, { host, title: doc.title }) }
}

function cardList(
  target: string,
  siblings: NonNullable<ReturnType<typeof siblingsOf>>,
  context: Parameters<typeof listCards>[2],
): PageHost['components'][string] {
  return ({ tag }) =>
    tag.attributes.has('items') ? undefined : { block: listCards(target, siblings, context) }
}

/** The text of a page: with its title as a heading, unless the page hides it. */
export function finishPage(
  page: ReadPage,
  keys: Record<string, unknown>,
  { host, title }: { host: PageHost; title: string },
): string {
  const isHidden = page.frontmatter['hide_title'] === true
  const body = convertBody(page.body, host)
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

/** What converts a page's body. */
export function createHost(
  moving: MovingPage,
  page: ReadPage,
  { places, ...writing }: Writing,
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
    differs: (what, line) => places.add(what, file, page.bodyLine + line - 1),
  }
}

/** Whether a file is MDX: `md`, `mdx` (every page, unless anything else is said), or `detect` by its name. */
function isMdx(format: unknown, file: string): boolean {
  return format === 'detect' ? file.endsWith('.mdx') : format !== 'md'
}

/** The title of a page as it is said in its frontmatter. */
export function givenTitle({ frontmatter, heading }: ReadPage): string {
  return text(frontmatter['title']) ?? heading ?? ''
}
