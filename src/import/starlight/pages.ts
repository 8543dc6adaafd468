import path from 'node:path/posix'
import { slug } from 'github-slugger'
import { listFiles, readText } from '../../lib/files.ts'
import { list, text, type Values, values } from '../common/importer.ts'
import { CONTENT, type ReadPage, readPage } from '../common/page.ts'
import { BADGES } from './components.ts'

/** A page of a Starlight site. */
export interface StarlightPage {
  /** Relative to the site's root. */
  file: string
  /** Locale path: `/`, `/fr/`. */
  locale: string
  /** In its language: `guides/start`, empty for the first page. */
  slug: string
  /** The file that is written, relative to the root. */
  target: string
  title: string
  page: ReadPage
}

/** Reads the pages below a folder, by path; `locales` are locale paths. */
export async function readPages(
  root: string,
  folder: string,
  locales: readonly string[],
): Promise<{ pages: StarlightPage[]; others: string[] }> {
  const files = await listFiles(path.join(root, folder), { skipHidden: true }).catch(() => [])
  const shown = files.filter(file => !file.split('/').some(name => name.startsWith('_')))
  const pages = shown
    .filter(file => /\.mdx?$/i.test(file))
    .map(source => {
      const page = readPage(readText(path.join(root, folder, source)) ?? '')
      const stem = source.replace(/\.\w+$/, '')
      const given = text(page.frontmatter['slug'])?.replace(/^\/|\/$/g, '')
      const own =
        given ??
        stem
          .split('/')
          .map(name => slug(name))
          .join('/')
      const whole = own.replace(/(?:^|\/)index$/, '')
      const locale = locales.find(at => at !== '/' && `/${whole}/`.startsWith(at)) ?? '/'
      const isFolder = whole === '' || `/${whole}/` === locale || (given === undefined && whole !== own)
      return {
        file: path.join(folder, source),
        locale,
        slug: `/${whole}/`.slice(locale.length).replace(/\/$/, ''),
        target: path.join(CONTENT, isFolder ? `${whole}/README.md` : `${whole}.md`),
        title: text(page.frontmatter['title']) ?? path.basename(stem),
        page,
      }
    })
  return {
    pages,
    others: shown.filter(file => /\.(?:mdoc|astro)$/i.test(file)).map(file => path.join(folder, file)),
  }
}

/** What a page says of its place in the sidebar. */
export function sidebarOf({ page }: StarlightPage): Values {
  return values(page.frontmatter['sidebar'])
}

interface FrontmatterContext {
  /** Where a picture of the page is now. */
  picture: (file: string) => string | undefined
  link: (url: string) => string
  differs: (what: string) => void
}

export function translateFrontmatter(given: Values, context: FrontmatterContext): Values {
  for (const key of ['banner', 'head'])
    if (given[key] !== undefined) context.differs(`\`${key}\` in frontmatter is left out`)
  const contents = given['tableOfContents']
  const isSplash = given['template'] === 'splash'
  return {
    slug: undefined,
    title: undefined,
    template: undefined,
    banner: undefined,
    head: undefined,
    pagefind: undefined,
    editUrl: undefined,
    tableOfContents: undefined,
    hero: undefined,
    sidebar: isSplash ? false : place(values(given['sidebar'])),
    order: values(given['sidebar'])['order'],
    outline:
      contents === false || isSplash ? false : values(contents)['maxHeadingLevel'] === 2 ? 2 : undefined,
    editLink: given['editUrl'] === false ? false : undefined,
    search: given['pagefind'] === false ? false : undefined,
    lastUpdated: typeof given['lastUpdated'] === 'boolean' ? given['lastUpdated'] : undefined,
    prev: neighbour(given['prev']),
    next: neighbour(given['next']),
    ...(given['hero'] === undefined ? {} : hero(values(given['hero']), given, context)),
  }
}

function place({ label, badge, hidden }: Values): Values | undefined {
  const own = {
    ...(text(label) ? { label } : {}),
    ...(hidden === true ? { hidden } : {}),
    ...(badge === undefined ? {} : { badge: badgeOf(badge) }),
  }
  return Object.keys(own).length > 0 ? own : undefined
}

function badgeOf(badge: unknown): unknown {
  const { text: said, variant } = values(badge)
  const type = BADGES[text(variant) ?? '']
  return typeof badge === 'string' ? badge : { text: said, ...(type ? { type } : {}) }
}

function neighbour(given: unknown): unknown {
  if (given === false) return false
  if (typeof given === 'string') return { text: given }
  const { label, link } = values(given)
  const own = { ...(text(label) ? { text: label } : {}), ...(text(link) ? { link } : {}) }
  return Object.keys(own).length > 0 ? own : undefined
}

function hero(given: Values, page: Values, { picture, link, differs }: FrontmatterContext): Values {
  const image = values(given['image'])
  const [file, light, dark] = [image['file'], image['light'], image['dark']].map(name =>
    typeof name === 'string' ? picture(name) : undefined,
  )
  if (text(image['html'])) differs('A picture of the hero that is HTML is left out')
  const actions = list(given['actions']).flatMap(action => {
    const { text: said, link: to } = values(action)
    return text(said) && text(to) ? [{ text: said, link: link(String(to)) }] : []
  })
  return {
    home: true,
    heroText: text(given['title']) ?? page['title'],
    tagline: text(given['tagline']) ?? null,
    heroImage: file ?? (light !== undefined && dark !== undefined ? { light, dark } : undefined),
    heroAlt: text(image['alt']),
    actions: actions.length > 0 ? actions : undefined,
  }
}
