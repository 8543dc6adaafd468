import { localAddress } from '../shared/addresses.ts'
import type { Plugin } from '../plugins/evaluate.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { PageHeadTag } from '../schema/page.ts'
import type { Session } from '../cache/workers/session.ts'
import { describePage } from './describe-page.ts'
import { lostInHook } from './lost-page.ts'
import type { ParsedSource } from './page-contents.ts'

/** Parsed pages with what plugins add to their heads, and what went wrong there among their findings. */
export async function addHeads(
  session: Session,
  plugins: readonly Plugin[],
  config: SiteConfig,
  parsed: readonly ParsedSource[],
): Promise<ParsedSource[]> {
  const sources = plugins.filter(({ definition }) => definition.head).map(({ source }) => source)
  if (sources.length === 0) return [...parsed]
  const asked = parsed.filter(({ page }) => !page.incomplete)
  const pages = asked.map(({ page }) => describePage(page, config))
  const answers = await session.map('head', { plugins: sources }, pages)
  const heads = new Map(asked.map(({ page }, index) => [page.file, answers[index]]))
  return parsed.map(source => {
    const answer = heads.get(source.page.file)
    if (!answer) return source
    const { head, findings } =
      'lost' in answer ? { head: [], findings: lostInHook(source.page, sources, answer) ?? [] } : answer
    const located = head.map(tag => withAddress(tag, config.base))
    const page = { ...source.page, findings: [...source.page.findings, ...findings] }
    return { ...source, page: located.length > 0 ? { ...page, head: located } : page }
  })
}

/** Paths of the site get the base. */
function withAddress({ tag, attributes }: PageHeadTag, base: string): PageHeadTag {
  const entries = Object.entries(attributes).map(([name, value]) => {
    return [name, name === 'href' || name === 'src' ? localAddress(base, value) : value]
  })
  return { tag, attributes: Object.fromEntries(entries) as Record<string, string> }
}
