import { inParallel, mapInTurns } from '../../lib/process.ts'
import { nearest } from '../../lib/text.ts'
import type { MissingFile, Page, ResolvedLink, Site, ReadableSite } from '../../schema/site.ts'
import { isFilePath, safeDecode } from '../../shared/addresses.ts'
import { groupBy, type Finding, uniqueFindings } from '../../schema/finding.ts'
import { describePrivate } from '../../site/assets.ts'
import { hasSameShape, matchSections, localPathOf, translationFile } from '../../site/translations.ts'
import type { Finders, Problem } from './rule.ts'

function isAsset({ url, from }: MissingFile) {
  return from === '' || isFilePath(url.replace(/[?#].*/s, ''))
}

function createSuggest(site: Site) {
  const paths = new Map(site.pages.map(page => [page.record.regularPath, page]))
  const findPage = createPageFinder(site)
  const { base } = site.config
  return ({ link: { target, kept }, from }: ResolvedLink) => {
    if (kept && base !== '/' && paths.has(target))
      return `Links in islands aren't rewritten. Include the base of the site: \`${base.slice(0, -1)}${target}\`.`
    const source = from.locale === '/' ? undefined : paths.get('/' + target.slice(from.locale.length))
    if (source) return `\`${source.file}\` isn't translated yet. Translate it, or remove the link.`
    const found = findPage(from.locale, target)
    return found && `Did you mean \`${found}\`?`
  }
}

/** Finds the language's only page of that name, or one of a similar name in the folder. */
function createPageFinder(site: Site) {
  const split = (path: string) => {
    const end = path.lastIndexOf('/') + 1
    return { path, folder: path.slice(0, end), name: path.slice(end).replace(/\.html$/, '') }
  }
  const all = site.pages.map(({ record, locale }) => ({ locale, ...split(record.regularPath) }))
  return (locale: string, path: string) => {
    const { folder, name } = split(path)
    const own = all.filter(page => page.locale === locale && (page.name === '') === (name === ''))
    const paths = own.map(page => page.path)
    if (name === '') return nearest(path, paths)
    const same = own.filter(page => page.name === name)
    if (same.length === 1) return same[0]?.path
    const siblings = new Map(own.flatMap(page => (page.folder === folder ? [[page.name, page.path]] : [])))
    return siblings.get(nearest(name, siblings.keys()) ?? '')
  }
}

export function anchorOf({ link }: ResolvedLink) {
  return safeDecode((link.hash || link.target).replace(/^#/, ''))
}

export function createPageIndex({ pages, textOf }: ReadableSite) {
  return {
    textOf,
    byFile: new Map(pages.map(page => [page.file, page])),
    /** By locale and local path. */
    byPath: new Map(pages.map(page => [placeOf(page, page.locale), page])),
  }
}

/** `isCertain`: both pages have the same headings and levels. */
export function findTranslatedHeading(id: string, page: Page, pages: ReturnType<typeof createPageIndex>) {
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

function placeOf(page: Page, locale: string) {
  return `${locale} ${localPathOf(page)}`
}

/** Links of translations to a page of another locale, although their own locale has it. */
export function listLeaks(site: ReadableSite) {
  const { byFile, byPath } = createPageIndex(site)
  return site.links.flatMap(link => {
    const { from, to } = link
    if (!to || link.link.type !== 'page' || from.locale === '/' || to.locale === from.locale) return []
    // Links in an included file of another language may stay in that language.
    if ((byFile.get(link.link.place.file)?.locale ?? from.locale) !== from.locale) return []
    const counterpart = byPath.get(placeOf(to, from.locale))
    return counterpart ? [{ link, counterpart }] : []
  })
}

/** Reports each location once, however many pages include it. */
async function reportLinks(
  site: Site,
  problem: NonNullable<ResolvedLink['problem']>,
  describe: (link: ResolvedLink) => Omit<Problem, 'place'>,
) {
  const found = site.links.filter(link => link.problem === problem)
  const places = groupBy(found, ({ link: { place, url } }) => JSON.stringify([place, url]))
  const problems = await mapInTurns([...places.values()], links => {
    const first = links.find(({ from, link }) => from.file === link.place.file) ?? links[0]
    return first ? [{ place: first.link.place, ...describe(first) }] : []
  })
  return problems.flat()
}

const RULE = 'links/external'

export function wantsExternal({ config }: Site) {
  return (config.check.rules[RULE] ?? 'off') !== 'off'
}

/** Not cached, because it depends on the network. */
export async function askExternal(site: Site) {
  const { timeout, concurrency, ignore } = site.config.check.external
  const asked = site.links.flatMap(({ link: { target, type, kind, place } }) => {
    const url = target.replace(/#.*$/s, '')
    const isAsked = type === 'external' && kind !== 'form' && /^https?:/i.test(url)
    return isAsked && !ignore.some(start => url.startsWith(start)) ? [{ url, place }] : []
  })
  const findings: Finding[] = []
  await inParallel([...groupBy(asked, ({ url }) => url)], concurrency, async ([url, group]) => {
    const problem = await ask(url, timeout)
    if (!problem) return
    const message = `\`${url}\` ${problem}`
    for (const { place } of group) findings.push({ rule: RULE, severity: 'warning', message, place })
  })
  // Pages that include the same file share its links.
  return uniqueFindings(findings)
}

/** Returns the end of a sentence, undefined for a working link. Not every server supports HEAD, so GET decides. */
async function ask(url: string, timeout: number) {
  const signal = AbortSignal.timeout(timeout)
  // Some pages refuse programs.
  const isThere = (status: number) => status < 400 || [401, 403, 429].includes(status)
  const request = async (method: string) => {
    const headers = { 'user-agent': 'docsgen' }
    const response = await fetch(url, { method, signal, redirect: 'follow', headers })
    await response.body?.cancel()
    return response.status
  }
  try {
    if (isThere(await request('HEAD'))) return undefined
    const status = await request('GET')
    return isThere(status) ? undefined : `returns ${status}.`
  } catch (error) {
    // Also unknown errors: the link is broken, not docsgen.
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    if (name === 'TimeoutError') return `didn't respond within ${timeout} ms.`
    return REASONS[cause?.code ?? ''] ?? `can't be requested: ${cause?.message ?? message}.`
  }
}

const REASONS: Record<string, string> = {
  ENOTFOUND: "points to a host that doesn't exist.",
  ECONNREFUSED: 'points to a host that refuses connections.',
  ECONNRESET: 'points to a host that closed the connection.',
}

const SPELLING = 'Check the spelling and letter case.'

export const links: Finders = {
  'links/anchor': site => {
    const pages = createPageIndex(site)
    return reportLinks(site, 'no-anchor', link => {
      const page = link.to ?? link.from
      const id = anchorOf(link)
      const known = page.headings.map(heading => heading.id)
      const meant = findTranslatedHeading(id, page, pages)?.heading.id ?? nearest(id, known)
      const hint = meant && `Did you mean \`#${meant}\`?`
      return { message: `\`${page.record.path}\` has no anchor \`#${id}\`.`, hint }
    })
  },
  'links/asset': async site => [
    ...site.missing.filter(isAsset).map(({ url, place, from }) => {
      if (from === '') {
        const hint = `${SPELLING} The path is relative to the site folder.`
        return { place, message: `There is no file \`${url}\`.`, hint }
      }
      const message = `There is no file \`${url}\` in \`${site.config.publicDir}\`.`
      return { place, message, hint: `${SPELLING} URLs that start with \`/\` refer to the public folder.` }
    }),
    ...(await reportLinks(site, 'no-asset', ({ link: { target } }) => ({
      message: `There is no file \`${target.startsWith('/') ? site.config.publicDir : ''}${target}\`.`,
      hint: `${SPELLING} Relative paths start at the folder of the file that contains the link.`,
    }))),
  ],
  'links/locale-leak': site =>
    listLeaks(site).map(({ link: { link, to }, counterpart }) => ({
      place: link.place,
      message: `\`${link.url}\` points to another language: \`${to?.record.path}\`.`,
      hint: `Link to \`${counterpart.record.path}\`, or run \`docsgen check --fix\`.`,
    })),
  'links/page': async site => {
    const suggest = createSuggest(site)
    const pages = site.missing.filter(missing => !isAsset(missing))
    return [
      ...(await reportLinks(site, 'no-page', link => ({
        message: `There is no page \`${link.link.target}\`${link.link.url === link.link.target ? '' : ` (written as \`${link.link.url}\`)`}.`,
        hint: suggest(link),
      }))),
      ...pages.map(({ url, place }) => ({ place, message: `There is no page \`${url}\`.` })),
      ...(await reportLinks(site, 'draft', ({ link, draft }) => ({
        message: `\`${link.url}\` points to a draft, \`${draft}\`, which isn't published.`,
        hint: 'Remove `draft: true` from that page, or remove this link.',
      }))),
      ...(await reportLinks(site, 'case', ({ link, to }) => ({
        message: `\`${link.url}\` differs in letter case from the page \`${to?.record.path ?? link.target}\`.`,
        hint: 'Use the same letter case: many servers are case-sensitive.',
      }))),
    ]
  },
  'links/private': site =>
    reportLinks(site, 'private', ({ link, privateFile: found }) =>
      describePrivate(found?.file ?? link.target, found?.reason ?? 'hidden'),
    ),
  'links/untranslated': site =>
    reportLinks(site, 'untranslated', ({ link, from, to }) => ({
      message: `\`${link.url}\` points to a page that isn't translated; readers see it in the language of \`${to?.locale}\` instead.`,
      hint: to && `Write \`${translationFile(to, from.locale, site.config.contentDir)}\`.`,
    })),
}
