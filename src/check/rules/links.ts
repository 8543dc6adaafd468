import { mapInTurns } from '../../lib/process.ts'
import { nearest } from '../../lib/text.ts'
import type { Frontmatter } from '../../schema/frontmatter.ts'
import type { Heading } from '../../schema/page.ts'
import type { Page, PlacedPage, ResolvedLink, Site } from '../../schema/site.ts'
import type { ReadableSite } from '../../schema/translation.ts'
import { pageAddress, safeDecode, isOutside } from '../../shared/addresses.ts'
import { groupBy } from '../../shared/findings.ts'
import { describePrivate } from '../../shared/public-files.ts'
import { createPageLookup } from '../../site/links.ts'
import { hasSameShape, matchSections } from '../../site/stamp.ts'
import { localPathOf, translationFile } from '../../site/translations.ts'
import { defineRule, type Problem, startOf } from './rule.ts'

/** A link to a page that does not exist, or exists in another letter case. */
const page = defineRule('links/page', 'error', 'A link leads to a page that does not exist.', async site => [
  ...(await missingPages(site)),
  ...(await reportLinks(site, 'draft', ({ link, draft }) => ({
    message: `\`${link.url}\` leads to a draft, \`${draft}\`, which is not published.`,
    hint: 'Remove `draft: true` from that page, or remove this link.',
  }))),
  ...(await reportLinks(site, 'case', ({ link, to }) => ({
    message: `\`${link.url}\` differs in letter case from the page \`${to?.record.path ?? link.target}\`.`,
    hint: 'Use the same letter case: many servers are case-sensitive.',
  }))),
  ...listFrontmatterLinks(site)
    .filter(({ to }) => to === undefined)
    .map(({ page: from, key, url, draft }) => ({
      place: from.keyPlaces[key] ?? startOf(from),
      message: `\`${key}\` in the frontmatter leads to \`${url}\`, which ${draft ? `is a draft, \`${draft}\`` : "isn't a page"}.`,
    })),
])

function missingPages(site: Site): Promise<Problem[]> {
  const suggest = createSuggest(site)
  return reportLinks(site, 'no-page', link => ({
    message: `There is no page \`${link.link.target}\` (written as \`${link.link.url}\`).`,
    ...suggest(link),
  }))
}

/** Why the page is not there: not translated yet, moved or misspelt. */
function createSuggest(site: Site): (link: ResolvedLink) => { hint?: string } {
  const paths = new Map(site.pages.map(page => [page.record.regularPath, page]))
  const findPage = createPageFinder(site)
  const { base } = site.config
  return ({ link: { target, kept }, from }) => {
    if (kept && base !== '/' && paths.has(target))
      return {
        hint: `Links in islands aren't rewritten: put the base of the site in front, \`${base.slice(0, -1)}${target}\`.`,
      }
    const source = paths.get('/' + target.slice(from.locale.length))
    if (from.locale !== '/' && source) {
      return { hint: `\`${source.file}\` has no translation yet: write it, or remove the link.` }
    }
    const found = findPage(from.locale, target)
    return found === undefined ? {} : { hint: `Did you mean \`${found}\`?` }
  }
}

/**
 * Finds the page that may be meant by the path of one that is not there: the only one of that name in the language, or one in
 * the same folder whose name differs little. Paths are looked at once, however many links are broken.
 */
function createPageFinder(site: Site): (locale: string, path: string) => string | undefined {
  const pages = site.pages
    .map(({ record, locale }) => ({ locale, path: record.regularPath, ...splitPath(record.regularPath) }))
    .filter(({ name }) => name !== '')
  const byName = groupBy(pages, ({ locale, name }) => `${locale} ${name}`)
  const byFolder = groupBy(pages, ({ locale, folder }) => `${locale} ${folder}`)
  return (locale, path) => {
    const { folder, name } = splitPath(path)
    if (name === '') return undefined
    const same = byName.get(`${locale} ${name}`) ?? []
    if (same.length === 1) return same[0]?.path
    const siblings = byFolder.get(`${locale} ${folder}`) ?? []
    const near = nearest(
      name,
      siblings.map(sibling => sibling.name),
    )
    return siblings.find(sibling => sibling.name === near)?.path
  }
}

/** Folder and name without ending of an address. */
function splitPath(path: string): { folder: string; name: string } {
  const end = path.lastIndexOf('/') + 1
  return { folder: path.slice(0, end), name: path.slice(end).replace(/\.html$/, '') }
}

/** A link that a page's frontmatter holds. */
interface FrontmatterLink {
  page: Page
  key: 'actionLink' | 'prev' | 'next' | 'actions' | 'features'
  url: string
  /** The file of the page it leads to; undefined when there is none. */
  to: Page | undefined
  /** Source file of the draft it leads to. */
  draft?: string
}

/** Internal links in the frontmatter of all pages, with where they lead. */
function listFrontmatterLinks(site: Site): FrontmatterLink[] {
  const lookup = createPageLookup([...site.pages, ...site.fallbacks], site.drafts)
  const pages = new Map(site.pages.map(page => [page.file, page]))
  return site.pages.flatMap(page =>
    linksOf(page).flatMap(([key, url]) => {
      if (typeof url !== 'string' || url === '' || url.startsWith('#') || isOutside(url)) return []
      const address = addressOf(url, page)
      const found = lookup.find(address)?.page
      const draft = found ? undefined : lookup.draft(address)
      const to = found && pages.get(found.file)
      return [{ page, key, url, to, ...(draft ? { draft: draft.file } : {}) }]
    }),
  )
}

function linksOf({ record: { frontmatter } }: Page): [FrontmatterLink['key'], string | undefined][] {
  const { actionLink, prev, next, actions = [], features = [] } = frontmatter
  const linkOf = (neighbour: Frontmatter['prev']) =>
    typeof neighbour === 'object' ? neighbour.link : neighbour || undefined
  return [
    ['actionLink', actionLink],
    ['prev', linkOf(prev)],
    ['next', linkOf(next)],
    ...actions.map(({ link }) => ['actions', link] as ['actions', string]),
    ...features.map(({ link }) => ['features', link] as ['features', string | undefined]),
  ]
}

/** Decoded address without query and hash; a Markdown file stands for its page. */
function addressOf(url: string, page: Page): string {
  const { pathname } = new URL(url, `http://site${page.record.regularPath}`)
  return pageAddress(safeDecode(pathname))
}

/** A link to a heading that its page does not have; looked up on the rendered tree, includes expanded. */
const anchor = defineRule(
  'links/anchor',
  'error',
  'A link leads to an anchor that its page does not have.',
  site => {
    const pages = indexPages(site)
    return reportLinks(site, 'no-anchor', link => {
      const page = link.to ?? link.from
      const id = anchorOf(link)
      const ids = page.headings.map(heading => heading.id)
      const meant = findTranslatedHeading(id, page, pages)?.heading.id ?? nearest(id, ids)
      return {
        message: `\`${page.record.path}\` has no anchor \`#${id}\`.`,
        ...(meant ? { hint: `Did you mean \`#${meant}\`?` } : {}),
      }
    })
  },
)

/** The decoded id a link points at. */
export function anchorOf({ link }: ResolvedLink): string {
  return safeDecode((link.hash || link.target).replace(/^#/, ''))
}

/** Pages by what rules look them up by. */
export interface PageIndex extends Pick<ReadableSite, 'textOf'> {
  byFile: Map<string, PlacedPage>
  /** By locale and local path. */
  byPath: Map<string, PlacedPage>
}

export function indexPages({ pages, textOf }: ReadableSite): PageIndex {
  return {
    textOf,
    byFile: new Map(pages.map(page => [page.file, page])),
    byPath: new Map(pages.map(page => [placeOf(page, page.locale), page])),
  }
}

/** The heading of a translation that stands where the source has an id. */
export interface TranslatedHeading {
  heading: Heading
  /** True when both pages have the same headings in the same levels, so that the place leaves no doubt. */
  isCertain: boolean
}

/**
 * What an anchor copied from the source means on a page of a translation. A heading that the source page includes is
 * looked up on the page it comes from. Undefined for ids that the source does not have.
 */
export function findTranslatedHeading(
  id: string,
  page: PlacedPage,
  pages: PageIndex,
): TranslatedHeading | undefined {
  const source = page.locale === '/' ? undefined : pages.byPath.get(placeOf(page, '/'))
  const place = source?.headings.find(heading => heading.id === id)?.place
  const origin = place && pages.byFile.get(place.file)
  const translation = origin && pages.byPath.get(placeOf(origin, page.locale))
  if (!place || !origin || !translation) return undefined
  const from = pages.textOf(origin).sections
  const to = pages.textOf(translation).sections
  const pair = matchSections(from, to).find(({ source: one }) => one?.place.line === place.line)
  const found = pair?.translation?.place
  const heading = page.headings.find(one => one.place.file === found?.file && one.place.line === found.line)
  return heading && { heading, isCertain: hasSameShape(from, to) }
}

/** An image or file that does not exist: of a page, or named by configuration, frontmatter or a style sheet. */
const asset = defineRule(
  'links/asset',
  'error',
  'A link or image names a file that does not exist.',
  async site => [
    ...site.missing.map(({ url, place, from }) => ({
      ...(place ? { place } : {}),
      message: `There is no file \`${url}\`${from === '' ? '' : ` in \`${site.config.publicDir}\``}.`,
      hint:
        from === ''
          ? 'Check the letter case; the path starts at the folder of the site.'
          : 'Check the letter case; an address that starts with `/` is one of the public folder.',
    })),
    ...(await reportLinks(site, 'no-asset', ({ link }) => ({
      message: link.target.startsWith('/')
        ? `There is no file \`${site.config.publicDir}${link.target}\`.`
        : `There is no file \`${link.target}\`.`,
      hint: 'Check the letter case; relative paths start at the file the link stands in.',
    }))),
  ],
)

/** A link or image names a file that is there, but not for readers: it is not published. */
const privateFile = defineRule(
  'links/private',
  'error',
  'A link or image names a hidden file, one of a package or outside the repository, or one that Git ignores.',
  site =>
    reportLinks(site, 'private', ({ link, privateFile: found }) =>
      describePrivate(found?.file ?? link.target, found?.reason ?? 'hidden'),
    ),
)

/** A link that takes the reader to another language although theirs has the page. */
const localeLeak = defineRule(
  'links/locale-leak',
  'warning',
  'A link in a translation leads to another language although its own has the page.',
  site => [
    ...listLeaks(site).map(({ link: { link, to }, counterpart }) => ({
      place: link.place,
      message: `\`${link.url}\` leads to another language: \`${to?.record.path}\`.`,
      hint: `Link to \`${counterpart.record.path}\`; \`docsgen check --fix\` does it.`,
    })),
    ...frontmatterLeaks(site),
  ],
)

function frontmatterLeaks(site: Site): Problem[] {
  const pages = new Map(site.pages.map(page => [placeOf(page, page.locale), page]))
  return listFrontmatterLinks(site).flatMap(({ page, key, url, to }) => {
    const counterpart = to && page.locale !== '/' ? pages.get(placeOf(to, page.locale)) : undefined
    if (!counterpart || to?.locale === page.locale) return []
    const message = `\`${key}\` in the frontmatter, \`${url}\`, leads to another language.`
    return [{ place: startOf(page), message, hint: `Link to \`${counterpart.record.path}\`.` }]
  })
}

/** Identifies a page, or its counterpart in another locale. */
function placeOf(page: PlacedPage, locale: string): string {
  return `${locale} ${localPathOf(page)}`
}

export interface LocaleLeak {
  link: ResolvedLink
  /** The same page in the reader's language. */
  counterpart: Page
}

/** Links in files of a translation to another locale's page that their own locale has. */
export function listLeaks(site: Site): LocaleLeak[] {
  const pages = new Map(site.pages.map(page => [placeOf(page, page.locale), page]))
  const locales = new Map(site.pages.map(page => [page.file, page.locale]))
  return site.links.flatMap(link => {
    const { from, to } = link
    if (!to || link.link.type !== 'page' || from.locale === '/' || to.locale === from.locale) return []
    // A file of another language that is included here speaks that language, its links too.
    if ((locales.get(link.link.place.file) ?? from.locale) !== from.locale) return []
    const counterpart = pages.get(placeOf(to, from.locale))
    return counterpart ? [{ link, counterpart }] : []
  })
}

/** A link to a page that the language lacks: readers find the page in another language there. */
const untranslatedLink = defineRule(
  'links/untranslated',
  'info',
  'A link leads to a page that is shown in another language because it is not translated.',
  site =>
    reportLinks(site, 'untranslated', ({ link, from, to }) => ({
      message: `\`${link.url}\` leads to a page that isn't translated: readers see the version in \`${to?.locale}\`.`,
      ...(to ? { hint: `Write \`${translationFile(to, from.locale, site.config.contentDir)}\`.` } : {}),
    })),
)

/** Broken links of one kind, once per place however many pages include it, with what to say about each. */
async function reportLinks(
  site: Site,
  problem: NonNullable<ResolvedLink['problem']>,
  describe: (link: ResolvedLink) => Omit<Problem, 'place'>,
): Promise<Problem[]> {
  const places = groupBy(
    site.links.filter(link => link.problem === problem),
    ({ link: { place, url } }) => JSON.stringify([place.file, place.line, place.column, url]),
  )
  const problems = await mapInTurns([...places.values()], links => {
    const first = links.find(link => link.from.file === link.link.place.file) ?? links[0]
    return first ? [{ place: first.link.place, ...describe(first) }] : []
  })
  return problems.flat()
}

/** Rules on where links, images and files lead. */
export const links = [anchor, asset, localeLeak, page, privateFile, untranslatedLink]
