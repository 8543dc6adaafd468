import { realpathSync } from 'node:fs'
import { parsePage } from '../../../src/content/parse.ts'
import { changesPages } from '../../../src/plugins/run.ts'
import { type BundleCache, loadPlugins, type LoadedPlugins } from '../../../src/plugins/load.ts'
import type { SiteConfig } from '../../../src/schema/config.ts'
import { createFolder } from '../../sites/site.ts'
import { createOptions, createSource } from '../content/helpers.ts'

/** A folder with plugins. Keys of the configuration have their path as the name of the file that they are in. */
export function createPluginSite(files: Record<string, string> = {}) {
  const { root: folder, write } = createFolder(files)
  const root = realpathSync(folder)
  const locate = (keys: readonly PropertyKey[]) => ({ file: keys.join('.'), line: 1, column: 1 })
  return {
    write,
    load: (...plugins: SiteConfig['plugins']) => loadPlugins({ root, plugins, locate }),
    loadFrom: (cache: BundleCache, ...plugins: SiteConfig['plugins']) =>
      loadPlugins({ root, plugins, locate, cache }),
    /** Parses a page with plugins that load without a problem. */
    parse: ({ plugins }: LoadedPlugins, body: string, frontmatter?: string) => {
      const options = createOptions({
        plugins: plugins.filter(changesPages).map(({ source }) => source.hash),
      })
      const source = createSource(body)
      const text = frontmatter === undefined ? undefined : { text: frontmatter, line: 2 }
      return parsePage({ ...source, frontmatter: text }, options, plugins)
    },
  }
}

export function pluginText(name: string, own = ''): string {
  return `import { definePlugin } from 'docsgen'\nexport default definePlugin({ name: '${name}', ${own} })\n`
}
