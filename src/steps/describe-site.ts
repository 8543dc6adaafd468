import type { SiteFacts } from '../plugins/hooks.ts'
import type { HookSetup } from '../cache/workers/job-types.ts'
import { describePage } from './describe-page.ts'
import { type JoinedSite, withViews } from './load.ts'

/** The site as plain data for hooks; what its pages say is read by the thread. */
export function describeSite(joined: JoinedSite): HookSetup {
  const { site, contents } = withViews(joined)
  const { config, root, locales, pages } = site
  const languages = Object.values(locales).map(({ path, lang, title, description }) => {
    return { path, lang, title, description }
  })
  const facts: SiteFacts = { root, contentDir: config.contentDir, locales: languages }
  const described = pages.map(page => {
    const { view, file, addresses } = page
    const told = describePage(page, config)
    if (view.description) told.description = view.description
    if (view.lastUpdated !== undefined) told.lastUpdated = view.lastUpdated
    return { page: told, text: contents.locateText(file), html: contents.locateHtml(file), addresses }
  })
  const { title, description, url, base } = config
  return {
    facts,
    site: { title, description, base, ...(url ? { url } : {}), locales: languages, pages: described },
  }
}
