import path from 'node:path/posix'
import { listFiles } from '../../lib/files.ts'
import { readText } from '../../lib/read-text.ts'
import { emptyKeys, readPage, setKeys, writePage } from '../common/mdx/write-page.ts'
import { text, values } from '../common/values.ts'
import { categoryLabel, listCards } from './cards.ts'
import type { Category, SidebarNode } from './sidebars.ts'
import type { SiteLocale, VersionData } from './site.ts'
import { inLocale } from './targets.ts'
import { translateFrontmatter } from './translate-frontmatter.ts'
import { versionFile } from './translations.ts'
import { createHost, finishPage, givenTitle, type WrittenPage, type Writing } from './write-pages.ts'

/** Files of the pages plugin. */
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
    return [
      {
        path: target,
        content: finishPage(page, keys, { host, title: givenTitle(page) || path.basename(address) }),
      },
    ]
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
      const yaml = emptyKeys()
      setKeys(yaml, about === undefined ? {} : { description: about })
      const cards = listCards(target, { sidebar, items: category.items }, context)
      const body = [`# ${heading}`, ...(about === undefined ? [] : [about]), cards].join('\n\n')
      return { path: target, content: writePage(yaml, `${body}\n`) }
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
  const yaml = emptyKeys()
  setKeys(yaml, {
    home: true,
    heroText: translations.find('docusaurus-theme-classic/navbar.json', 'title', locale) ?? title,
    tagline: text(site.config['tagline']) ?? null,
    ...(start ? { actionText: start.text, actionLink: start.link } : {}),
  })
  return { path: inLocale(targets.pageOf('/'), locale), content: `${writePage(yaml, ' ').trim()}\n` }
}
