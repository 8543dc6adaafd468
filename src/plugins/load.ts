import path from 'node:path'
import { bundleName, evaluateBundle } from '../lib/evaluate-bundle.ts'
import { hashData, hashParts } from '../lib/hash.ts'
import { settled } from '../lib/settled.ts'
import { tryBundle } from '../lib/try-bundle.ts'
import { packageRoot } from '../lib/package.ts'
import { noteSiteCode } from '../lib/site-code.ts'
import { LIMITS } from '../schema/limits.ts'
import type { SiteConfig } from '../schema/config.ts'
import type { Finding, Place } from '../schema/finding.ts'
import type { BundledPlugin } from './bundle.ts'
import { type BundleCache, bundleOnce } from './bundle-cache.ts'
import { pluginOf, type Plugin, type PluginSource } from './evaluate.ts'
import { failureFinding, originOf } from './failure.ts'
import { missingThemeFiles, themeFiles } from './theme.ts'
import { definitionProblems, markdownProblems } from './validate.ts'
import { sitePath } from '../lib/posix-path.ts'

/** The plugins of a site, in the order of its configuration. */
export interface LoadedPlugins {
  plugins: Plugin[]
  /** What they were made from, relative to the root. */
  files: string[]
  findings: Finding[]
}

export interface LoadPluginsOptions {
  /** Absolute folder of the site. */
  root: string
  plugins: SiteConfig['plugins']
  /** Where a key of the configuration is written. */
  locate(path: readonly PropertyKey[]): Place | undefined
  /** Where bundles are kept; they are made anew by default. */
  cache?: BundleCache
}

/** Milliseconds that a plugin may take until it is there. */
const LIMIT = LIMITS.pluginSeconds * 1000

/** Bundles, evaluates and validates the plugins of a configuration. With findings, some of them cannot be used. */
export async function loadPlugins({
  root,
  plugins: named,
  locate,
  cache,
}: LoadPluginsOptions): Promise<LoadedPlugins> {
  const entries = named.map(entry => (typeof entry === 'string' ? ([entry] as const) : entry))
  const names = entries.map(([name], index) => ({ name, place: locate(['plugins', index]) }))
  const bundles = await bundleOnce(names, root, cache)
  const loaded = await Promise.all(
    bundles.map(async (bundled, index) => {
      if ('findings' in bundled) return bundled
      const [name = '', options = {}] = entries[index] ?? []
      const optionPlace = (keys: readonly PropertyKey[]) => locate(['plugins', index, 1, ...keys])
      const plugin = await settled(start(bundled, { name, options, root, optionPlace }))
      const added = plugin.plugin && plugin.findings.length === 0 ? themeFiles(plugin.plugin) : []
      return { ...plugin, files: [...bundled.files, ...added.map(file => sitePath(root, file))] }
    }),
  )
  const plugins = loaded.flatMap(({ plugin }) => plugin ?? [])
  const twice = plugins.filter(({ definition: { name } }, index) =>
    plugins.slice(0, index).some(({ definition }) => definition.name === name),
  )
  const findings = loaded.flatMap(each => each.findings)
  findings.push(...twice.map(plugin => sameName(plugin, root)), ...sameComponents(plugins, root))
  return { plugins, files: [...new Set(loaded.flatMap(({ files }) => files))], findings }
}

interface Start {
  name: string
  options: Record<string, unknown>
  root: string
  optionPlace(keys: readonly PropertyKey[]): Place | undefined
}

/** Evaluates a bundle; if it is a plugin that takes these options, that is what it gives. */
async function start(
  { code, map, codeHash, file }: BundledPlugin,
  { name, options, root, optionPlace }: Start,
): Promise<{ plugin?: Plugin; findings: Finding[] }> {
  const hash = hashParts([codeHash, hashData(options, 32)])
  const source: PluginSource = { name, options, hash, code, map, file, root }
  const place = { file: sitePath(root, file), line: 1, column: 1 }
  const wrong = (problems: { message: string; hint?: string }[]) =>
    problems.map((problem): Finding => ({ rule: 'plugins/definition', severity: 'error', place, ...problem }))
  const originIn = (stack: string) => originOf(source, stack)
  noteSiteCode(bundleName(hash), {
    what: `The plugin \`${name}\``,
    rule: 'plugins/failed',
    originOf: originIn,
  })
  const ended = isOurs(file) ? undefined : await tryBundle(source, LIMIT)
  if (ended === 'time')
    return {
      findings: wrong([{ message: `Plugin \`${name}\` timed out while loading (${LIMIT / 1000} s).` }]),
    }
  if (ended)
    return {
      findings: [failureFinding(source, 'it was loaded', Object.assign(new Error(ended.reason), ended))],
    }
  try {
    const value = evaluateBundle(source)
    const problems = wrong(definitionProblems(value))
    if (problems.length > 0) return { findings: problems }
    const { options: schema } = value as Plugin['definition']
    const refused = optionProblems(schema, options, name)
    if (refused.length > 0)
      return { findings: refused.map(({ keys, ...problem }) => optionFinding(problem, optionPlace(keys))) }
    const plugin = pluginOf({ ...source, name: (value as Plugin['definition']).name }, value)
    const isMade = typeof plugin.definition.markdown === 'function'
    const lost = missingThemeFiles(plugin).map(file => ({
      message: `The plugin names \`${file}\`, which is not there.`,
    }))
    return { plugin, findings: wrong([...(isMade ? markdownProblems(plugin.markdown) : []), ...lost]) }
  } catch (error) {
    return { findings: [failureFinding(source, 'it was loaded', error)] }
  }
}

/** True for plugins that come with docsgen: nothing of the site can be wrong with them. */
function isOurs(file: string): boolean {
  return file.startsWith(path.join(packageRoot, 'compiled'))
}

/** What is wrong with the options, and where in them. */
function optionProblems(
  schema: Plugin['definition']['options'],
  options: Record<string, unknown>,
  name: string,
): { keys: PropertyKey[]; message: string; hint?: string }[] {
  if (!schema) {
    const given = Object.keys(options).length > 0
    return given ? [{ keys: [], message: `The plugin \`${name}\` has no options.` }] : []
  }
  const { error } = schema.safeParse(options)
  return (error?.issues ?? []).map(({ code, path: keys, message }) => {
    const key = keys.length > 0 ? `\`${keys.join('.')}\` of the` : 'The'
    const known = code === 'unrecognized_keys' && keys.length === 0 ? optionNames(schema) : []
    return {
      keys,
      message: `${key} options of the plugin \`${name}\`: ${message.replace(/\.?$/, '.')}`,
      ...(known.length > 0 ? { hint: `Known options: ${known.join(', ')}.` } : {}),
    }
  })
}

/** Names of the options that a plugin takes, where its schema is an object. */
function optionNames(schema: object): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : []
}

function optionFinding(problem: { message: string; hint?: string }, place: Place | undefined): Finding {
  return { rule: 'plugins/options', severity: 'error', ...problem, ...(place ? { place } : {}) }
}

/** Components that another plugin has, too: nobody could tell which one a page means. */
function sameComponents(plugins: readonly Plugin[], root: string): Finding[] {
  const owners = new Map<string, string>()
  return plugins.flatMap(({ source, definition, markdown: { components = {} } }) =>
    Object.keys(components).flatMap((name): Finding[] => {
      const owner = owners.get(name)
      owners.set(name, definition.name)
      if (owner === undefined || owner === definition.name) return []
      const place = { file: sitePath(root, source.file), line: 1, column: 1 }
      const message = `The plugin \`${owner}\` has a component \`${name}\`, too.`
      const hint = 'Name only one of the two plugins, or give the component of one another name.'
      return [{ rule: 'plugins/definition', severity: 'error', place, message, hint }]
    }),
  )
}

function sameName({ source, definition: { name } }: Plugin, root: string): Finding {
  const file = sitePath(root, source.file)
  const message = `Another plugin is called \`${name}\`, too.`
  const hint = 'Name each plugin once, and give one of two different ones another `name`.'
  return { rule: 'plugins/definition', severity: 'error', place: { file, line: 1, column: 1 }, message, hint }
}
