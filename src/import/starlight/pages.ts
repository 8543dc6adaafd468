import { slug } from 'github-slugger'
import path from 'node:path/posix'
import { listFiles, readText } from '../../lib/files.ts'
import { text, values, type Values } from '../common/keys.ts'
import { readPage, type ReadPage } from '../common/page.ts'

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

/** Folder of the pages as they are written here. */
export const CONTENT = 'content'

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
