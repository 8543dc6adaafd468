import type { ParseOptions } from '../schema/page.ts'
import { matchesAny } from '../lib/path-patterns.ts'
import { contentPath } from './resolve-address.ts'

/** True for the name of a file or folder of the content folder that holds no pages: hidden, a part (`_name`), or packages. */
export function isLeftOut(name: string): boolean {
  return /^[._]/.test(name) || name === 'node_modules'
}

/** True for a site-relative file that is a page of its own: others may only be parts of pages. */
export function isPageOf(
  { contentDir, exclude }: Pick<ParseOptions, 'contentDir' | 'exclude'>,
  file: string,
): boolean {
  const path = contentPath(file, contentDir)
  const isPage = path !== undefined && isMarkdown(path) && !path.split('/').some(isLeftOut)
  return isPage && !matchesAny(path, exclude)
}

/** True for the one ending that is read. */
export function isMarkdown(file: string): boolean {
  return /\.md$/i.test(file)
}

/** What an author of a page with another ending is to do; undefined for files that nobody takes for pages. */
export function describeOtherPage(name: string): { message: string; hint: string } | undefined {
  const [, stem, ending] = /^(.*)\.(mdx|markdown)$/i.exec(name) ?? []
  if (stem === undefined || ending === undefined) return undefined
  const code =
    'replace what it imports, exports and has in braces: Markdown is data here, code in it does not run'
  const differs = ending.toLowerCase() === 'mdx' ? `, and ${code}` : ''
  return {
    message: `Files that end in \`.${ending}\` are not read: this one is no page of the site.`,
    hint: `Rename it to \`${stem}.md\`${differs}. A part of other pages may stay as it is when its name starts with \`_\`.`,
  }
}
