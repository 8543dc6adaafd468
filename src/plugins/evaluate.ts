import { evaluateBundle } from '../lib/evaluate-bundle.ts'
import type { MarkdownHooks, PluginDefinition } from '../schema/plugin.ts'
import type { SiteComponents } from '../schema/site-components.ts'

/** A bundled plugin: plain data, which every thread evaluates for itself. */
export interface PluginSource {
  name: string
  /** Options of the configuration, as written. */
  options: Record<string, unknown>
  /** Of code, name and options: part of every key that the plugin can influence. */
  hash: string
  /** A CommonJS module. */
  code: string
  /** Its source map; sources are relative to `root`. */
  map: string
  /** Absolute file of its entry. */
  file: string
  /** Absolute folder of the site. */
  root: string
}

/** An evaluated plugin with its options as its schema gives them. */
export interface Plugin {
  source: PluginSource
  definition: PluginDefinition
  options: unknown
  /** What it adds to Markdown with these options. */
  markdown: MarkdownHooks
  /** The components of `templates/markdown/`, which take the way of a plugin to the threads. */
  own?: SiteComponents
}

/** What plugins share with docsgen instead of bringing their own. */
export const SHARED_PACKAGES = ['zod', 'react', 'react-dom']

/** A bundle is evaluated once in each thread, whatever asks for it. */
const evaluated = new Map<string, Plugin>()
const MAX_EVALUATED = 50

/**
 * The plugin of a source that was found to be one, evaluated once in this thread. `value`: what its bundle exports, where
 * that is known.
 */
export function pluginOf(source: PluginSource, value?: unknown): Plugin {
  const plugin = evaluated.get(source.hash) ?? toPlugin(source, value ?? evaluateBundle(source).default)
  evaluated.set(source.hash, plugin)
  for (const oldest of evaluated.keys()) if (evaluated.size > MAX_EVALUATED) evaluated.delete(oldest)
  return plugin
}

function toPlugin(source: PluginSource, value: unknown): Plugin {
  const definition = value as PluginDefinition
  const options = definition.options?.parse(source.options) ?? {}
  const { markdown: hooks = {} } = definition
  const markdown = typeof hooks === 'function' ? hooks(options) : hooks
  const { own } = value as { own?: SiteComponents }
  return { source, definition, options, markdown, ...(own ? { own } : {}) }
}

/** True for a plugin that has a say in what a parsed page is. */
export function changesPages({ definition }: Plugin): boolean {
  return Boolean(definition.markdown ?? definition.frontmatter ?? definition.page)
}
