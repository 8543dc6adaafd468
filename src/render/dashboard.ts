import { formatDashboard, REPORT_STYLE } from '../check/report/html.ts'
import { lastCommitDates } from '../lib/git.ts'
import { hashContent } from '../lib/hash.ts'
import type { LoadedSite } from '../load.ts'
import { withTexts } from '../cache/workers/parsed-pages.ts'
import type { Finding } from '../schema/finding.ts'
import type { OutputFile } from '../schema/output.ts'
import type { ReadableSite } from '../schema/site.ts'
import { withBase } from '../shared/addresses.ts'
import { DASHBOARD_FILE } from '../site/assets.ts'
import { createDashboard, type Dashboard } from '../site/dashboard.ts'
import { metaPolicyText } from '../site/policy.ts'
import type { Staging } from './files/staging.ts'
import { reservedFile } from './static-files.ts'

/** The translation dashboard for a report that is read elsewhere: links lead to the published site. */
export async function dashboardOf(site: ReadableSite, locales?: readonly string[]): Promise<Dashboard> {
  const { dates } = await lastCommitDates(site.root, site.config.contentDir)
  return createDashboard(site, { locales, dates, origin: site.config.url })
}

/** The page of the site that shows the translation dashboard, and its style sheet. */
export async function dashboardDocuments({
  site,
  contents,
}: LoadedSite): Promise<{ page: OutputFile; sheet: OutputFile }> {
  const { base, contentDir } = site.config
  const { dates } = await lastCommitDates(site.root, contentDir)
  const dashboard = createDashboard(withTexts(site, contents), { dates, origin: '', published: true })
  const content = REPORT_STYLE.trimStart()
  const sheet = { path: `assets/css/translations.${hashContent(content)}.css`, content, immutable: true }
  const html = formatDashboard(dashboard, {
    sheet: withBase(base, `/${sheet.path}`),
    home: site.locales['/']?.home,
    policy: metaPolicyText(site),
  })
  return { page: { path: DASHBOARD_FILE, content: html }, sheet }
}

/** Writes it, where its address is free. */
export async function emitDashboard(loaded: LoadedSite, staging: Staging): Promise<Finding[]> {
  if (staging.written.has(DASHBOARD_FILE))
    return [reservedFile(DASHBOARD_FILE, 'the page that `check.dashboard` asks for')]
  const { page, sheet } = await dashboardDocuments(loaded)
  for (const file of [sheet, page]) await staging.write(file)
  return []
}
