import { parsePage } from '../../../src/content/parse.ts'
import { type PluginSource, pluginOf } from '../../../src/plugins/run.ts'
import type { ParsedPage } from '../../../src/schema/page.ts'
import type { PluginDefinition } from '../../../src/schema/plugin.ts'
import { createOptions, createSource } from '../content/helpers.ts'

/** Parses a page with a plugin of docsgen, as its options are written. */
export function parseWith(
  definition: unknown,
  body: string,
  options: Record<string, unknown> = {},
): ParsedPage {
  const { name } = definition as PluginDefinition
  const hash = `${name}${JSON.stringify(options)}`
  const source: PluginSource = { name, options, hash, code: '', map: '', file: `/${name}.mjs`, root: '/' }
  const plugin = pluginOf(source, definition)
  return parsePage(createSource(body), createOptions({ plugins: [hash] }), [plugin])
}

export function told({ findings }: ParsedPage): string[] {
  return findings.map(
    ({ place, severity, rule, message }) => `${place?.line}:${place?.column} ${severity} ${rule} ${message}`,
  )
}
