import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'
import { packageRoot } from '../lib/package.ts'
import type { MarkdownHooks, PluginDefinition } from '../schema/plugin.ts'

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
}

/** What plugins share with docsgen instead of bringing their own. */
export const SHARED_PACKAGES = ['zod', 'react', 'react-dom']

/** What a bundle finds in place of `import.meta`. */
export const MODULE_ADDRESS = 'docsgenModuleAddress'

/** A bundle is evaluated once in each thread, whatever asks for it. */
const evaluated = new Map<string, Plugin>()
const MAX_EVALUATED = 50

/** Evaluates a bundle and returns its default export, whatever that is. What it throws is thrown. */
export function evaluateBundle({ code, hash, file }: Omit<PluginSource, 'name' | 'options'>): unknown {
  const module = { exports: {} as { default?: unknown } }
  const parameters = ['module', 'exports', 'require', '__filename', '__dirname', MODULE_ADDRESS]
  const run = compileFunction(code, parameters, { filename: bundleName(hash) }) as (
    ...given: unknown[]
  ) => void
  const require = createRequire(path.join(packageRoot, 'package.json'))
  run(module, module.exports, require, file, path.dirname(file), pathToFileURL(file).href)
  return module.exports.default
}

/**
 * The plugin of a source that was found to be one, evaluated once in this thread. `value`: what its bundle exports, where
 * that is known.
 */
export function pluginOf(source: PluginSource, value?: unknown): Plugin {
  const plugin = evaluated.get(source.hash) ?? toPlugin(source, value ?? evaluateBundle(source))
  evaluated.set(source.hash, plugin)
  for (const oldest of evaluated.keys()) if (evaluated.size > MAX_EVALUATED) evaluated.delete(oldest)
  return plugin
}

function toPlugin(source: PluginSource, value: unknown): Plugin {
  const definition = value as PluginDefinition
  const options = definition.options?.parse(source.options) ?? {}
  const { markdown: hooks = {} } = definition
  const markdown = typeof hooks === 'function' ? hooks(options) : hooks
  return { source, definition, options, markdown }
}

/** True for a plugin that has a say in what a parsed page is. */
export function changesPages({ definition }: Plugin): boolean {
  return Boolean(definition.markdown ?? definition.frontmatter ?? definition.page)
}

/** What a stack calls the file of a bundle. */
export function bundleName(hash: string): string {
  return `docsgen-plugin-${hash}`
}
