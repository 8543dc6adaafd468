import path from 'node:path'
import { directiveName } from './components/directive-name.ts'
import { BUILT_IN } from './components/registry.ts'
import type { Plugin, PluginSource } from '../plugins/evaluate.ts'
import type { SiteConfig } from '../schema/config.ts'
import { CODE_GROUP, CONTAINER_KINDS } from '../schema/containers.ts'
import type { Finding } from '../schema/finding.ts'
import { OWN_COMPONENTS } from '../schema/site-components.ts'
import { TAKEN_OVER } from './plugins/component-elements.ts'

/** The site's own components as threads are handed them. `root`: absolute folder of the site. */
export function componentSource(
  { code, map, hash }: Pick<PluginSource, 'code' | 'map' | 'hash'>,
  root: string,
): PluginSource {
  const file = path.join(root, 'templates', 'markdown')
  return { name: OWN_COMPONENTS, options: {}, hash, code, map, file, root }
}

/** Components of the site whose names mean something else already, each at its file. `files`: by name. */
export function nameCollisions(
  files: Readonly<Record<string, string>>,
  plugins: readonly Plugin[],
  { markdown }: Pick<SiteConfig, 'markdown'>,
): Finding[] {
  const claimed = new Map<string, string>()
  const claim = (name: string, by: string) => claimed.set(keyOf(name), by)
  for (const name of Object.keys(markdown.containers)) claim(name, 'a container of `markdown.containers`')
  for (const { source, markdown: hooks } of plugins)
    for (const name of Object.keys(hooks.components ?? {}))
      claim(name, `a component of the plugin \`${source.name}\``)
  for (const name of [...CONTAINER_KINDS, CODE_GROUP]) claim(name, 'a container of docsgen')
  for (const name of Object.keys(TAKEN_OVER)) claim(name, 'an element that docsgen knows')
  for (const { name } of BUILT_IN) claim(name, 'a component of docsgen')
  return Object.entries(files).flatMap(([name, file]): Finding[] => {
    const by = claimed.get(keyOf(name))
    claim(name, `\`${file}\``)
    if (by === undefined) return []
    const written = `\`:${directiveName(name)}\` and \`<${name}>\``
    return [
      {
        rule: 'templates/component',
        severity: 'error',
        place: { file, line: 1, column: 1 },
        message: `${written} are the name of ${by} already.`,
        hint: 'Give the file another name.',
      },
    ]
  })
}

/** Elements are told apart without capital letters and hyphens. */
function keyOf(name: string): string {
  return name.replaceAll('-', '').toLowerCase()
}
