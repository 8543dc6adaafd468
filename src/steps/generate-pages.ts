import path from 'node:path'
import type { Plugin } from '../plugins/evaluate.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding } from '../schema/finding.ts'
import type { Session } from '../cache/workers/session.ts'
import type { GeneratedText } from '../content/source-store.ts'
import { callHooks } from './call-hooks.ts'
import { sitePath } from '../lib/posix-path.ts'

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
  const answers = await callHooks(
    session,
    'pages',
    asked.map(plugin => ({ plugin })),
    { facts },
  )
  for (const { plugin, value, watch, findings } of answers) {
    made.findings.push(...findings)
    made.watch.push(...watch.map(file => sitePath(root, path.resolve(root, file))))
    for (const page of value ?? []) {
      const file = folder === '.' ? page.path : `${folder}/${page.path}`
      const other = made.pages.get(file)
      if (other) made.findings.push(twice(file, plugin, other.plugin))
      else made.pages.set(file, { text: page.markdown, plugin })
    }
  }
  return made
}

function twice(file: string, plugin: string, other: string): Finding {
  const by = other === plugin ? 'twice' : `, and so does the plugin \`${other}\``
  const message = `The plugin \`${plugin}\` makes the page \`${file}\`${by === 'twice' ? ' twice' : by}.`
  return { rule: 'plugins/duplicate-page', severity: 'error', message }
}
