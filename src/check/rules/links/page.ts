import type { ResolvedLink, Site } from '../../../schema/site.ts'
import { nearest } from '../../../lib/nearest.ts'
import { defineRule, startOf } from '../rule.ts'
import { reportLinks } from './broken.ts'
import { listFrontmatterLinks } from './frontmatter-links.ts'

/** A link to a page that does not exist, or exists in another letter case. */
export const page = defineRule(
  { id: 'links/page', severity: 'error', description: 'A link leads to a page that does not exist.' },
  site => [
    ...reportLinks(site, 'no-page', link => ({
      message: `There is no page \`${link.link.target}\` (written as \`${link.link.url}\`).`,
      ...suggest(link, site),
    })),
    ...reportLinks(site, 'draft', ({ link, draft }) => ({
      message: `\`${link.url}\` leads to a draft, \`${draft}\`, which is not published.`,
      hint: 'Take `draft: true` out of that page, or the link out of this one.',
    })),
    ...reportLinks(site, 'case', ({ link, to }) => ({
      message: `\`${link.url}\` differs in letter case from the page \`${to?.record.path ?? link.target}\`.`,
      hint: 'Write it the same way: many servers tell the two apart.',
    })),
    ...listFrontmatterLinks(site)
      .filter(({ to }) => to === undefined)
      .map(({ page: from, key, url, draft }) => ({
        place: from.keyPlaces[key] ?? startOf(from),
        message: `\`${key}\` in the frontmatter leads to \`${url}\`, which is ${draft ? `a draft, \`${draft}\`` : 'no page'}.`,
      })),
  ],
)

/**
 * Why the page is not there: not translated yet, moved (the only page of that name in the language), or misspelt (a
 * name that differs little, in the same folder).
 */
function suggest({ link, from }: ResolvedLink, site: Site): { hint?: string } {
  const { target } = link
  const paths = new Map(site.pages.map(page => [page.record.regularPath, page]))
  const source = paths.get('/' + target.slice(from.locale.length))
  if (from.locale !== '/' && source) {
    return { hint: `\`${source.file}\` has no translation yet: write it, or take the link out.` }
  }
  const own = [...paths.keys()].filter(path => paths.get(path)?.locale === from.locale)
  const [folder, name] = split(target)
  const sameName = name === '' ? [] : own.filter(path => split(path)[1] === name)
  const siblings = own.filter(path => split(path)[0] === folder)
  const near = nearest(name, siblings.map(path => split(path)[1]).filter(Boolean))
  const found = sameName.length === 1 ? sameName[0] : near && siblings.find(path => split(path)[1] === near)
  return found ? { hint: `Did you mean \`${found}\`?` } : {}
}

/** Folder and name without ending of an address. */
function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/') + 1
  return [path.slice(0, end), path.slice(end).replace(/\.html$/, '')]
}
