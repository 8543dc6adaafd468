import path from 'node:path'
import { type LoadedSite } from './load.ts'
import { type Staging } from '../render/staging.ts'
import { type RenderedPages, renderPages } from './render.ts'
import { renderFindings, type RenderFailure } from './failed-render.ts'
import { structuredData } from './structured-data.ts'
import { renderOne, renderSetup } from './render-one.ts'
import { type Finding } from '../schema/finding.ts'
import { type Session } from '../cache/workers/session.ts'

/** Documents and chunks of all pages; without `staging` they are only rendered, for other machines. */
export async function emitPages(
  session: Session,
  loaded: LoadedSite,
  staging: Staging | undefined,
): Promise<RenderedPages> {
  const { site, theme, contents } = loaded
  const data = await structuredData(site)
  const jobs = Object.values(site.locales).map(locale => {
    const pages = [...site.pages, ...site.fallbacks].filter(({ view }) => view.locale === locale.path)
    return { pages, setup: renderSetup(loaded, locale), contents, ...(data ? { structuredData: data } : {}) }
  })
  return renderPages(session, theme, jobs, staging)
}

/** What each language shows instead of a page that is not there. */
export async function emitNotFound(
  session: Session,
  loaded: LoadedSite,
  staging: Staging,
): Promise<Finding[]> {
  const failures: RenderFailure[] = []
  for (const locale of Object.values(loaded.site.locales)) {
    const made = await renderOne(session, loaded, { notFound: locale })
    if ('lost' in made) failures.push(made)
    else await staging.write({ path: `${locale.path.slice(1)}404.html`, content: made.document })
  }
  return renderFindings(session, loaded.theme, failures)
}
