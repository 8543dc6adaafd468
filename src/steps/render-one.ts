import { themeId } from '../bundle/browser.ts'
import { withBase } from '../shared/addresses/base.ts'
import { createLocaleViews } from '../render/locale-views.ts'
import type { DocumentEntries } from '../render/document.ts'
import type { RenderedPage } from '../render/page.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { FallbackPage, Page } from '../schema/site.ts'
import type { LocaleView } from '../schema/view.ts'
import { createNotFoundView } from '../shared/not-found-view.ts'
import { metaPolicy, policyText } from '../shared/policy.ts'
import { analyticsSettings } from '../site/analytics.ts'
import type { RenderSetup } from '../cache/workers/job-types.ts'
import type { Session } from '../cache/workers/session.ts'
import { machineLinks } from '../site/machine-links.ts'
import { ownChunk } from './own-chunk.ts'
import type { RenderFailure } from './failed-render.ts'
import type { JoinedSite } from './load.ts'
import { dataOf, structuredData } from './structured-data.ts'

/** What is rendered by itself: a page, or what a language shows instead of one. */
export type Single = Page | FallbackPage | { notFound: LocaleView }

/** Renders a page, or a not-found page, by the job that the build runs on all pages. */
export async function renderOne(
  session: Session,
  loaded: JoinedSite,
  single: Single,
): Promise<RenderedPage | RenderFailure> {
  const isPage = 'view' in single
  const locale = isPage ? loaded.site.locales[single.view.locale] : single.notFound
  if (!locale) throw new Error('There is no such language.')
  const input = isPage
    ? {
        view: single.view,
        html: loaded.contents.readHtml(single.file),
        addresses: single.addresses,
        ...dataOf((await structuredData(loaded.site))?.(single)),
        ...ownChunk(single, locale),
      }
    : { view: createNotFoundView(locale), html: '', addresses: [] }
  const [rendered] = await session.map('render', renderSetup(loaded, locale), [input])
  if (!rendered) throw new Error('The page was not rendered.')
  if (!('lost' in rendered)) return rendered
  return { lost: rendered, on: isPage ? single : { name: `the not-found page of \`${locale.path}\`` } }
}

/** What rendering needs to know besides the page. */
export function renderSetup(loaded: JoinedSite, locale: LocaleView): RenderSetup {
  const { theme, site } = loaded
  const entries = documentEntries(loaded, locale)
  const head = [...site.config.head, ...machineLinks(site.config, locale)]
  return { themeModule: theme.modules.server, locale, entries, head }
}

/** The addresses that every document of a locale names. */
function documentEntries({ theme, site }: JoinedSite, locale: LocaleView): DocumentEntries {
  const { base, security } = site.config
  const { files: _files, ...views } = createLocaleViews(locale)
  const policy = security.meta && site.policy ? { policy: policyText(metaPolicy(site.policy)) } : {}
  return {
    boot: withBase(base, theme.entries.boot),
    theme: themeId(theme.files),
    scheme: withBase(base, theme.entries.scheme),
    style: withBase(base, theme.entries.style),
    ...(theme.entries.font === undefined ? {} : { font: withBase(base, theme.entries.font) }),
    ...views,
    ...policy,
    ...countingEntry(theme.entries.analytics, site.config),
  }
}

/** The script that counts page views, where the site wants them counted. */
function countingEntry(script: string | undefined, config: SiteConfig): Pick<DocumentEntries, 'analytics'> {
  const settings = analyticsSettings(config)
  return script && settings ? { analytics: { script: withBase(config.base, script), settings } } : {}
}
