import type { SiteFacts } from '../plugins/site-hooks.ts'
import type { PluginPage } from '../schema/plugin-site.ts'
import type { HookSetup } from '../threads/job-types.ts'
import type { LoadedSite } from './load.ts'

/** The site as plain data for hooks; what its pages say is read by the thread. */
export function describeSite({ site, contents }: LoadedSite): HookSetup {
  const { config, root, locales, pages } = site
  const languages = Object.values(locales).map(({ path, lang, title, description }) => {
    return { path, lang, title, description }
  })
  const facts: SiteFacts = { root, contentDir: config.contentDir, locales: languages }
  const described = pages.map(page => {
    const { view, file, locale, headings, links, excerpt, record, data } = page
    const { path, lang, title, canonical, lastUpdated } = view
    const description = view.description || excerpt
    const { frontmatter } = record
    const told: PluginPage = {
      path,
      file,
      locale,
      lang,
      title,
      description,
      frontmatter,
      headings,
      links,
      excerpt,
    }
    if (canonical !== undefined) told.url = canonical
    if (lastUpdated !== undefined) told.lastUpdated = lastUpdated
    if (data) told.data = data
    const { addresses } = page
    return { page: told, text: contents.locateText(file), html: contents.locateHtml(file), addresses }
  })
  const { title, description, url, base } = config
  return {
    facts,
    site: { title, description, base, ...(url ? { url } : {}), locales: languages, pages: described },
  }
}
