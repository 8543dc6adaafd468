import path from 'node:path'
import type { Plugin } from '../plugins/evaluate.ts'
import type { HookResult } from '../plugins/site-hooks.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { GeneratedPage } from '../schema/plugin-site.ts'
import type { Lost } from '../threads/run.ts'
import type { Session } from '../threads/session.ts'
import type { GeneratedText } from '../content/source-store.ts'

/** Pages that plugins make, by the files that they would be. */
export interface GeneratedPages {
  /** File relative to the root → text. */
  pages: Map<string, GeneratedText>
  /** Files that they are made from, relative to the root. */
  watch: string[]
  findings: Finding[]
}

/** Asks plugins for the pages that they make, in the order of the configuration. */
export async function generatePages(
  session: Session,
  plugins: readonly Plugin[],
  { contentDir, locales }: Pick<SiteConfig, 'contentDir' | 'locales'>,
): Promise<GeneratedPages> {
  const made: GeneratedPages = { pages: new Map(), watch: [], findings: [] }
  const asked = plugins.filter(({ definition }) => definition.pages)
  if (asked.length === 0) return made
  const { root } = session
  const folder = path.posix.normalize(contentDir).replace(/\/$/, '')
  const languages = Object.entries(locales).map(([locale, { lang }]) => ({ path: locale, lang }))
  const facts = { root, contentDir: folder, locales: languages }
  const calls = asked.map(({ source }) => ({ hook: 'pages' as const, source }))
  const results = await session.map('hook', facts, calls)
  for (const [index, { source }] of asked.entries()) {
    const { value, watch, findings } = hookResult(results[index], source.name, 'pages')
    made.findings.push(...findings)
    made.watch.push(...watch.map(file => sitePath(root, file)))
    for (const page of (value ?? []) as GeneratedPage[]) {
      const file = folder === '.' ? page.path : `${folder}/${page.path}`
      const other = made.pages.get(file)
      if (other) made.findings.push(twice(file, source.name, other.plugin))
      else made.pages.set(file, { text: page.markdown, plugin: source.name })
    }
  }
  return made
}

/** What came of a call of a hook: of one that did not come to its end, the finding. */
function hookResult(result: HookResult | Lost | undefined, plugin: string, hook: string): HookResult {
  if (result && !('lost' in result)) return result
  const reason = result?.reason ?? 'it was not called'
  const rule = result?.lost === 'time' ? 'plugins/too-slow' : 'plugins/failed'
  const message = `The plugin \`${plugin}\` failed when \`${hook}\` ran: ${reason}.`
  return { watch: [], findings: [{ rule, severity: 'error', message }] }
}

function twice(file: string, plugin: string, other: string): Finding {
  const by = other === plugin ? 'twice' : `, and so does the plugin \`${other}\``
  const message = `The plugin \`${plugin}\` makes the page \`${file}\`${by === 'twice' ? ' twice' : by}.`
  return { rule: 'plugins/duplicate-page', severity: 'error', message }
}

function sitePath(root: string, file: string): string {
  return path.relative(root, path.resolve(root, file)).split(path.sep).join('/')
}
