import path from 'node:path'
import type { GeneratedText } from '../../content/scan.ts'
import { sitePath } from '../../lib/files.ts'
import type { HookResult, Plugin, SiteHooks } from '../../plugins/run.ts'
import type { SiteConfig } from '../../schema/config.ts'
import type { Finding } from '../../schema/finding.ts'
import type { PageHeadTag, PageSummary } from '../../schema/page.ts'
import type { PluginPage } from '../../schema/plugin.ts'
import { localAddress, withBase } from '../../shared/addresses.ts'
import { lostFinding, lostInHook } from './failures.ts'
import type { ParsedSource } from './parsed-pages.ts'
import type { Session } from './session.ts'
import type { HookSetup } from './stored-page.ts'

interface HookAnswer<Hook extends keyof SiteHooks> extends HookResult {
  value?: SiteHooks[Hook]
  plugin: string
  rule?: string | undefined
}

export async function callHooks<Hook extends keyof SiteHooks>(
  session: Session,
  hook: Hook,
  calls: readonly { plugin: Plugin; rule?: string }[],
  setup: HookSetup,
): Promise<HookAnswer<Hook>[]> {
  const inputs = calls.map(({ plugin: { source }, ...rest }) => ({ hook, source, ...rest }))
  const results = await session.map('hook', setup, inputs)
  return inputs.map(({ source, rule }, index) => {
    const result = results[index] ?? ({ lost: 'failed', reason: "it wasn't called" } as const)
    const about = { plugin: source.name, rule }
    if (!('lost' in result)) return { ...(result as HookResult & { value?: SiteHooks[Hook] }), ...about }
    const name = rule === undefined ? hook : `${hook}.${rule}`
    return { ...about, watch: [], findings: [lostFinding(source, `\`${name}\` ran`, result)] }
  })
}

export function describePage(page: PageSummary, { url, base, locales }: SiteConfig): PluginPage {
  const { record, file, locale, headings, links, excerpt, data } = page
  const { path, title, frontmatter } = record
  const lang = frontmatter.lang ?? locales[locale]?.lang ?? ''
  const description = frontmatter.description ?? excerpt
  const about = { path, file, locale, lang, title, description, frontmatter, headings, links, excerpt }
  return { ...about, ...(url && { url: url + withBase(base, path) }), ...(data && { data }) }
}

export interface GeneratedPages {
  /** By the file that each would be. */
  pages: Map<string, GeneratedText>
  /** Files that they are made from, relative to the root. */
  watch: string[]
  findings: Finding[]
}

export async function generatePages(session: Session, plugins: readonly Plugin[], config: SiteConfig) {
  const { contentDir, locales } = config
  const made: GeneratedPages = { pages: new Map(), watch: [], findings: [] }
  const calls = plugins.filter(({ definition }) => definition.pages).map(plugin => ({ plugin }))
  const { root } = session
  const folder = path.posix.normalize(contentDir).replace(/\/$/, '')
  const languages = Object.entries(locales).map(([locale, { lang }]) => ({ path: locale, lang }))
  const facts = { root, contentDir: folder, locales: languages }
  for (const { plugin, value, watch, findings } of await callHooks(session, 'pages', calls, { facts })) {
    made.findings.push(...findings)
    made.watch.push(...watch.map(file => sitePath(root, path.resolve(root, file))))
    for (const page of value ?? []) {
      const file = folder === '.' ? page.path : `${folder}/${page.path}`
      const other = made.pages.get(file)?.plugin
      const by = other === plugin ? ' twice' : `, and so does the plugin \`${other}\``
      const message = `The plugin \`${plugin}\` creates the page \`${file}\`${by}.`
      if (other === undefined) made.pages.set(file, { text: page.markdown, plugin })
      else made.findings.push({ rule: 'plugins/duplicate-page', severity: 'error', message })
    }
  }
  return made
}

/** Adds the tags of plugins to pages. Problems with them become findings of the pages. */
export async function addHeads(
  session: Session,
  plugins: readonly Plugin[],
  config: SiteConfig,
  parsed: readonly ParsedSource[],
): Promise<ParsedSource[]> {
  const sources = plugins.filter(({ definition }) => definition.head).map(({ source }) => source)
  if (sources.length === 0) return [...parsed]
  const complete = parsed.filter(({ page }) => !page.incomplete)
  const pages = complete.map(({ page }) => describePage(page, config))
  const answers = await session.map('head', { plugins: sources }, pages)
  const added = new Map(complete.map((source, index) => [source, answers[index]]))
  return parsed.map(source => {
    const answer = added.get(source)
    if (!answer) return source
    const { head, findings } =
      'lost' in answer ? { head: [], findings: lostInHook(source.page.file, sources, answer) ?? [] } : answer
    const located = head.map(({ tag, attributes }): PageHeadTag => {
      const entries = Object.entries(attributes).map(([name, value]) => [
        name,
        name === 'href' || name === 'src' ? localAddress(config.base, value) : value,
      ])
      return { tag, attributes: Object.fromEntries(entries) as Record<string, string> }
    })
    const page = { ...source.page, findings: [...source.page.findings, ...findings] }
    return { ...source, page: located.length > 0 ? { ...page, head: located } : page }
  })
}
