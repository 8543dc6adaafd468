import type { Page, Site } from '../../schema/site.ts'
import { defineRule, type Problem, startOf } from './rule.ts'

export const hreflang = defineRule(
  'seo/hreflang',
  'warning',
  'Language alternates of a page are one-way or ambiguous.',
  site => {
    // Without an address there are none at all, which is a finding of its own (`config/no-url`).
    if (Object.keys(site.config.locales).length < 2 || !site.config.url) return []
    const pages = new Map(site.pages.map(page => [page.view.canonical, page]))
    return [...sharedLanguages(site), ...site.pages.flatMap(page => checkAlternates(page, pages))]
  },
)

function sharedLanguages({ config }: Site): Problem[] {
  const owners = new Map<string, string>()
  return Object.entries(config.locales).flatMap(([locale, { lang }]) => {
    const other = owners.get(lang.toLowerCase())
    owners.set(lang.toLowerCase(), locale)
    if (other === undefined) return []
    return [{ message: `\`${other}\` and \`${locale}\` have the same \`lang\`, \`${lang}\`.` }]
  })
}

function checkAlternates(page: Page, pages: ReadonlyMap<string | undefined, Page>): Problem[] {
  const { alternates, canonical } = page.view
  if (alternates.length === 0) return []
  const place = startOf(page)
  const problems: Problem[] = []
  if (!alternates.some(({ href }) => href === canonical)) {
    problems.push({ place, message: "The page isn't among its own language alternates." })
  }
  for (const { hreflang: lang, href } of alternates) {
    if (lang === 'x-default' || href === canonical) continue
    const other = pages.get(href)
    if (!other) problems.push({ place, message: `The \`${lang}\` alternate \`${href}\` isn't a page.` })
    else if (!other.view.alternates.some(back => back.href === canonical)) {
      problems.push({ place, message: `\`${other.file}\` doesn't list this page as an alternate.` })
    }
  }
  return problems
}
