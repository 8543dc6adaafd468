import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parsePage } from '../../../src/content/parse.ts'
import { changesPages } from '../../../src/plugins/run.ts'
import { type BundleCache, loadPlugins, type LoadedPlugins } from '../../../src/plugins/load.ts'
import type { SiteConfig } from '../../../src/schema/config.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import { createOptions, createSource } from '../content/helpers.ts'

/** A folder with plugins. */
export interface PluginSite {
  write(file: string, text: string): void
  /** Keys of the configuration have their path as the name of the file that they are in. */
  load(...plugins: SiteConfig['plugins']): Promise<LoadedPlugins>
  /** The same with a cache of bundles. */
  loadFrom(cache: BundleCache, ...plugins: SiteConfig['plugins']): Promise<LoadedPlugins>
  /** Parses a page with plugins that load without a problem. */
  parse(plugins: LoadedPlugins, body: string, frontmatter?: string): ParsedPage
  /** Removes a file, or all. */
  remove(file?: string): void
}

export function createPluginSite(files: Record<string, string> = {}): PluginSite {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'plugins-')))
  const write: PluginSite['write'] = (file, text) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  const locate = (keys: readonly PropertyKey[]) => ({ file: keys.join('.'), line: 1, column: 1 })
  return {
    write,
    load: (...plugins) => loadPlugins({ root, plugins, locate }),
    loadFrom: (cache, ...plugins) => loadPlugins({ root, plugins, locate, cache }),
    parse: ({ plugins }, body, frontmatter) => {
      const options = createOptions({
        plugins: plugins.filter(changesPages).map(({ source }) => source.hash),
      })
      const source = createSource(body)
      const text = frontmatter === undefined ? undefined : { text: frontmatter, line: 2 }
      return parsePage({ ...source, frontmatter: text }, options, plugins)
    },
    remove: (file = '.') => rmSync(path.join(root, file), { recursive: true, force: true }),
  }
}

/** A module that exports a plugin, `own` being its keys besides the name. */
export function pluginText(name: string, own = ''): string {
  return `import { definePlugin } from 'docsgen'\nexport default definePlugin({ name: '${name}', ${own} })\n`
}
